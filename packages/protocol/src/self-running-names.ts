/**
 * The names of files that other programs run or obey by themselves, by who does so. A name stands for a file or for a folder
 * with all that is in it, at any depth; `a/b` for `b` right in `a`; `*` for any part of a name. All in lower case.
 *
 * Not here, for it runs only when somebody starts its tool: manifests, build files, configurations of test runners and
 * bundlers; nor what starts nothing: ignore files, `.editorconfig`, the settings of formatters and linters.
 */

/** `why` goes on after the path. */
export type SelfRunningNames = { readonly why: string; readonly names: readonly string[] };

export const SELF_RUNNING: readonly SelfRunningNames[] = [
  row(
    'is run or obeyed by version control',
    `.git git~1 .gitattributes .gitmodules .gitconfig .lfsconfig .config/git .husky .huskyrc* .githooks githooks .git-hooks
    git-hooks .hooks lefthook.* lefthook-local.* .lefthook.* .lefthook .lefthook-local .lefthook-local.*
    .pre-commit-config.* .pre-commit-hooks.* .overcommit.yml captainhook.json grumphp.yml .simple-git-hooks.*
    simple-git-hooks.* .hg .hgrc .hgsub .svn .bzr .jj .sl .pijul .repo _darcs .fossil-settings .arcconfig`,
  ),
  row(
    'is a hook, which git runs at its steps',
    `applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit
    pre-rebase post-checkout post-merge pre-push pre-receive post-receive post-update reference-transaction
    push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman post-index-change proc-receive
    hooks/update`,
  ),
  row(
    'is run or obeyed by the editor, mostly when the folder is opened',
    `.vscode *.code-workspace .vs .vscode-server .idea *.iml *.ipr *.iws .run *.run.xml .fleet .zed .helix .nova .theia
    .kateproject *.sublime-project *.sublime-workspace *.sublime-build *.sublime-settings .atom .vim .nvim .vimrc _vimrc
    .gvimrc _gvimrc .exrc _exrc .nexrc .nvimrc .nvim.lua .lvimrc .local.vimrc .ideavimrc .vimspector.json
    coc-settings.json .neoconf.json .nlsp.json .nlsp-settings .config/nvim .config/helix .dir-locals.el .dir-locals-2.el
    .emacs .emacs.el .emacs.d .spacemacs .spacemacs.d .doom.d .externaltoolbuilders .project nbproject .metals
    .bloop .bsp .settings .factorypath *.vs.json .luarc.json .luarc.jsonc .ycm_extra_conf.py .tern-project .merlin .lsp hie.yaml`,
  ),
  row(
    'is run by the service that builds the project, when it is pushed',
    `.github/workflows .github/actions .github/scripts action.yml action.yaml .gitea .forgejo .gitlab-ci.* *.gitlab-ci.yml
    .gitlab-ci .gitlab/ci .gitlab/agents .circleci circle.yml .travis.* .travis jenkinsfile jenkinsfile.* *.jenkinsfile
    .jenkins azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines .azuredevops .pipelines bitbucket-pipelines.*
    .drone.* .woodpecker.* .woodpecker appveyor.yml .appveyor.yml .buildkite buildkite.y*ml .semaphore .cirrus.* .teamcity
    .builds .build.yml wercker.yml codefresh.yml .codefresh codeship-steps.* codeship-services.* shippable.yml
    .shippable.yml bitrise.yml codemagic.yaml .scrutinizer.yml .readthedocs.* readthedocs.yml cloudbuild.* buildspec.y*ml
    amplify.yml .tekton .prow .prow.yaml .zuul.* .zuul.d zuul.yaml zuul.d *.gocd.yaml .gocd screwdriver.yaml .taskcluster.yml
    .evergreen.yml .evergreen .onedev-buildspec.* .space.kts .vela.* .vela .harness .kokoro .ci .concourse .expeditor
    .packit.* packit.yaml .agola`,
  ),
  row(
    'is run by tools that set up a place to work in',
    `.devcontainer .devcontainer.json devfile.yaml .devfile.yaml .gitpod.* .gitpod .idx .codesandbox .stackblitzrc .replit
    replit.nix .shadowenv.d .devenv .devbox .flox .pixi`,
  ),
  row(
    'is run by a shell, or by what watches it, when it starts or comes into the folder',
    `.envrc .envrc.* .direnv .direnvrc direnv.toml .config/direnv .autoenv .autoenv.zsh .autoenv_leave.zsh .ondirrc .bashrc
    .bash_profile .bash_login .bash_logout .bash_aliases .bash_completion .profile .zshrc .zshenv .zprofile .zlogin
    .zlogout .zsh .oh-my-zsh .kshrc .mkshrc .cshrc .tcshrc .login .logout .shrc .xonshrc .inputrc .xinitrc .xprofile
    .xsession .xsessionrc .pam_environment config.fish .config/fish .config/nushell .config/autostart .config/systemd
    .tmux.conf .screenrc profile.ps1 *_profile.ps1 autorun.inf .procmailrc .forward .mailcap`,
  ),
  row(
    'says which program a tool runs, or how it starts',
    `.tool-versions .mise.toml .mise.*.toml mise.toml mise.*.toml .mise mise/config.toml .config/mise .config/mise.toml
    .rtx.toml .asdfrc .prototools .rvmrc .rbenv-vars .python-version rust-toolchain rust-toolchain.toml .cargo/config
    .cargo/config.toml .cargo/bin .corepack.env .npmrc .yarnrc .yarnrc.* .yarn/plugins .yarn/releases .yarn/sdks
    .pnpmfile.* pnpmfile.js pnpmfile.cjs bunfig.toml .bunfig.toml .bowerrc .bundle .gemrc .condarc .mvn .m2 .sbtopts .sbtrc
    .sbt .jvmopts .java_opts .mill-jvm-opts .mill-opts .jrubyrc .antrc .ammonite init.gradle init.gradle.kts init.d
    gradle/wrapper .terraformrc terraform.rc .bazeliskrc tools/bazel .htaccess .user.ini php.ini .curlrc .wgetrc`,
  ),
  row(
    'is run by an interpreter or a debugger when it starts',
    `sitecustomize.py usercustomize.py *.pth .pythonrc .pythonrc.py .pythonstartup pyvenv.cfg .pdbrc .pdbrc.py .ipython
    .jupyter ipython_config.py jupyter_*config.* .irbrc .pryrc .rdebugrc .byebugrc .railsrc .rprofile .renviron
    rprofile.site renv/activate.r .octaverc startup.m .juliarc.jl startup.jl .perldb .iex.exs .erlang .ghci .ghcid .ocamlinit
    .utoprc .gdbinit .gdbearlyinit .lldbinit .lldbinit-* .radare2rc .psqlrc .sqliterc .mongorc.js .mongoshrc.js .gnuplot
    .lessfilter .nanorc .latexmkrc latexmkrc .quiltrc .devscripts .sbuildrc .pbuilderrc .node_repl_init.js`,
  ),
  row(
    'is what another agent obeys or runs',
    `.claude .claude.json .claude-plugin .cursor .cursor-plugin .cursorrules .codex .codex-plugin .gemini
    gemini-extension.json .opencode opencode.json opencode.jsonc .windsurf .windsurfrules .codeium .aider* .continue
    .continuerc.json .roo .roomodes .roorules* .cline .clinerules .clinerules-* .kiro .kilocode .kilocodemodes
    .kilocoderules* .amazonq .augment .augment-guidelines .trae .qwen .junie .goose .goosehints .factory .crush crush.json
    .crush.json .agents .agent .copilot .vibe .openhands .zencoder .qodo .tabnine .firebender firebender.json .devin .jules
    .pi .amp .rovodev .warp .codebuddy .lingma .iflow .void .serena .taskmaster .ruler .rulesync .rules .mcp mcp.json .mcp.json mcp_config.json
    agents.md agents.override.md agents.local.md agent.md claude.md claude.local.md gemini.md qwen.md crush.md opencode.md
    warp.md jules.md copilot-instructions.md *.instructions.md *.prompt.md *.chatmode.md *.agent.md .github/instructions
    .github/prompts .github/chatmodes .github/agents .github/skills .github/hooks .github/copilot .tagma`,
  ),
];

/** What is installed for a project: package managers write it, and others run it from there. */
export const INSTALLED: SelfRunningNames = row(
  'is installed for the project, and run from there',
  `node_modules .node_modules .bin bower_components jspm_packages .pnp.cjs .pnp.js .pnp.data.json .pnp.loader.mjs
  .pnpm-store .yarn/cache .yarn/unplugged .yarn/install-state.gz .yarn/build-state.yml .venv venv .virtualenv virtualenv
  .virtualenvs __pypackages__ site-packages dist-packages .tox .nox .eggs env/bin env/scripts conda-meta vendor/bundle vendor/bin
  vendor/composer vendor/autoload.php pods carthage .terraform renv/library packrat lua_modules .luarocks .nuget`,
);

/** In what is installed: what tools put there while they work, and keep for later. */
export const CACHES_OF_INSTALLED: readonly string[] = ['.cache', '.vite', '.vite-temp'];

/** In folders of editors: what starts nothing. */
export const STARTS_NOTHING: readonly string[] = [
  ...['.idea/codestyles', '.idea/inspectionprofiles', '.idea/dictionaries', '.idea/copyright', '.idea/scopes'],
  ...['.idea/icon.svg', '.idea/encodings.xml', '.idea/.name'],
];

/** In the folder of a repository, wherever that is: git takes any folder with the right names in it for one. */
export const OF_REPOSITORIES: SelfRunningNames = {
  why: 'would have git take its folder for a repository, or be set up by it',
  names: ['head', 'commondir', 'gitdir', 'config', 'config.worktree'],
};

function row(why: string, names: string): SelfRunningNames {
  return { why, names: names.split(/\s+/) };
}
