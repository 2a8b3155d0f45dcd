/** Files that other programs run or obey by themselves: a change of one asks in every mode but `trust`. */
export const SELF_RUNNING_FILES: readonly string[] = listOf(`
  .git/hooks/pre-commit .git/config .git/commondir .git/info/attributes .git/modules/lib/config .GIT/config
  .gitattributes docs/.gitattributes .gitmodules .gitconfig .lfsconfig .husky/pre-commit .husky/_/husky.sh packages/a/.husky/commit-msg
  .huskyrc.json .githooks/post-merge githooks/pre-push .git-hooks/post-checkout hooks/pre-commit scripts/commit-msg hooks/update
  lefthook.yml lefthook-local.yml .lefthook.toml .lefthook/pre-commit/lint.sh .pre-commit-config.yaml .pre-commit-hooks.yaml
  .overcommit.yml .simple-git-hooks.json .hg/hgrc .hgrc .svn/wc.db .jj/repo/config.toml
  docs/ev/HEAD docs/ev/commondir docs/ev/config store/config sub/config.worktree a/gitdir sub/.git vendor/lib/.git

  .vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/extensions.json .vscode/mcp.json .VSCode/tasks.json
  packages/web/.vscode/settings.json app.code-workspace .vs/tasks.vs.json .idea/workspace.xml .idea/watcherTasks.xml
  .idea/runConfigurations/Run.xml .idea/misc.xml .idea/externalDependencies.xml .run/Server.run.xml app.iml .fleet/run.json
  .zed/tasks.json .zed/settings.json .helix/config.toml .helix/languages.toml .nova/Tasks/build.json app.sublime-project
  Build.sublime-build .vim/vimrc .vim/coc-settings.json .nvim/init.lua .vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc
  .local.vimrc .vimspector.json .dir-locals.el src/.dir-locals.el .dir-locals-2.el .emacs .emacs.d/init.el .spacemacs
  .neoconf.json .luarc.json .ycm_extra_conf.py .externalToolBuilders/x.launch .bsp/sbt.json hie.yaml .merlin
  .config/nvim/init.lua nbproject/private/private.xml

  .github/workflows/ci.yml .github/workflows/release.yaml .github/actions/setup/action.yml .GitHub/Workflows/x.yml
  action.yml .gitlab-ci.yml ci/build.gitlab-ci.yml .gitlab/ci/test.yml .circleci/config.yml .travis.yml Jenkinsfile
  Jenkinsfile.release deploy.jenkinsfile azure-pipelines.yml azure-pipelines-nightly.yml .azure-pipelines/build.yml
  bitbucket-pipelines.yml .drone.yml .drone.star .woodpecker.yml .woodpecker/test.yaml appveyor.yml .appveyor.yml
  .buildkite/pipeline.yml .semaphore/semaphore.yml .cirrus.yml .teamcity/settings.kts .build.yml .builds/alpine.yml
  codefresh.yml bitrise.yml codemagic.yaml .readthedocs.yaml cloudbuild.yaml buildspec.yml .forgejo/workflows/a.yml
  .gitea/workflows/a.yml .tekton/push.yaml .zuul.yaml .taskcluster.yml wercker.yml .ci/run

  .devcontainer/devcontainer.json .devcontainer/post-create.sh .devcontainer.json devfile.yaml .gitpod.yml .idx/dev.nix
  .codesandbox/tasks.json .stackblitzrc .replit

  .envrc sub/.envrc .direnv/bin/x .direnvrc .bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin
  .kshrc .cshrc .inputrc .xonshrc config.fish .config/fish/config.fish .tmux.conf .screenrc .autoenv .ondirrc
  Microsoft.PowerShell_profile.ps1

  .tool-versions .mise.toml mise.toml mise.local.toml .mise/config.toml .config/mise/config.toml .rtx.toml .prototools
  .rvmrc .rbenv-vars .python-version rust-toolchain rust-toolchain.toml crates/a/rust-toolchain.toml .cargo/config.toml .cargo/config
  .corepack.env .npmrc packages/a/.npmrc .yarnrc .yarnrc.yml .yarn/plugins/x.cjs .yarn/releases/yarn-4.cjs .yarn/sdks/eslint/api.js
  .pnpmfile.cjs pnpmfile.js bunfig.toml .bowerrc .bundle/config .gemrc .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml
  .mvn/wrapper/maven-wrapper.properties .m2/settings.xml .sbtopts .jvmopts .sbt/1.0/plugins/x.sbt init.gradle
  .settings/org.eclipse.jdt.core.prefs .factorypath launch.vs.json gradle/wrapper/gradle-wrapper.properties env/bin/python
  .pi/settings.json .rovodev/config.yml .amp/settings.json .warp/rules.md
  .terraformrc .htaccess .user.ini tools/bazel .curlrc .wgetrc

  sitecustomize.py src/usercustomize.py lib/evil.pth .pythonrc .pythonrc.py .pdbrc .ipython/profile_default/startup/x.py
  jupyter_server_config.py ipython_config.py .irbrc .pryrc .railsrc .Rprofile .Renviron renv/activate.R .octaverc
  startup.m .perldb .iex.exs .erlang .ghci .ocamlinit .gdbinit .lldbinit .lldbinit-lldb .psqlrc .sqliterc .latexmkrc .quiltrc

  node_modules/.bin/tsc node_modules/left-pad/index.js packages/a/node_modules/b/package.json Node_Modules/x/index.js .bin/run
  bower_components/a/a.js .pnp.cjs .pnp.loader.mjs .yarn/cache/a.zip .yarn/unplugged/a/a.js .venv/bin/python
  .venv/lib/python3.11/site-packages/a.py venv/bin/activate venv/pyvenv.cfg lib/site-packages/x.py .tox/py/bin/pytest .nox/a/bin/b
  __pypackages__/3.11/lib/a.py vendor/bundle/ruby/3.2.0/a.rb vendor/bin/phpunit vendor/autoload.php vendor/composer/autoload_real.php
  Pods/A/a.m .terraform/providers/x .eggs/a/b.py .pixi/envs/default/bin/python

  .claude/settings.json .claude/commands/x.md .claude/hooks/pre.sh .claude.json .cursor/mcp.json .cursor/rules/a.mdc
  .cursorrules .codex/config.toml .gemini/settings.json .opencode/plugin/x.ts opencode.json .windsurf/rules/a.md .windsurfrules
  .aider.conf.yml .aider.model.settings.yml .continue/config.json .roo/rules/a.md .roomodes .clinerules .clinerules/a.md .kiro/steering/a.md
  .amazonq/rules/a.md .junie/guidelines.md .goosehints .qwen/settings.json .mcp.json mcp.json AGENTS.md docs/AGENTS.md agents.md
  CLAUDE.md packages/a/CLAUDE.md CLAUDE.local.md GEMINI.md QWEN.md .github/copilot-instructions.md .github/instructions/a.instructions.md
  .github/prompts/a.prompt.md .github/chatmodes/a.chatmode.md .tagma/config.jsonc .rules .trae/rules/a.md .augment/rules.md
  .crush.json .agents/skills/a.md
`);

/** What runs only when somebody starts its tool, or runs nothing: asked about no more than any file. */
export const ORDINARY_FILES: readonly string[] = listOf(`
  package.json packages/a/package.json package-lock.json pnpm-lock.yaml yarn.lock pnpm-workspace.yaml lerna.json nx.json turbo.json
  tsconfig.json tsconfig.base.json jsconfig.json deno.json vite.config.ts vitest.config.ts jest.config.js webpack.config.js
  rollup.config.mjs babel.config.js .babelrc postcss.config.cjs tailwind.config.js next.config.js nuxt.config.ts astro.config.mjs
  playwright.config.ts cypress.config.ts eslint.config.js .eslintrc.json .eslintrc.cjs .prettierrc .prettierrc.json
  prettier.config.js .stylelintrc biome.json .editorconfig .clang-format .clang-tidy rustfmt.toml .rustfmt.toml .swiftformat
  .scalafmt.conf .rubocop.yml .flake8 .pylintrc .markdownlint.json .golangci.yml .yamllint .hadolint.yaml .commitlintrc.json
  commitlint.config.js lint-staged.config.js .lintstagedrc.json .browserslistrc .nycrc .mocharc.json
  Makefile GNUmakefile makefile.inc justfile Taskfile.yml CMakeLists.txt CMakePresets.json meson.build configure.ac build.rs
  Cargo.toml Cargo.lock go.mod go.sum go.work pyproject.toml setup.py setup.cfg requirements.txt Pipfile Pipfile.lock poetry.lock
  tox.ini noxfile.py conftest.py tests/conftest.py pytest.ini mypy.ini MANIFEST.in manage.py Gemfile Gemfile.lock Rakefile
  app.gemspec composer.json composer.lock pom.xml build.gradle build.gradle.kts settings.gradle gradle.properties
  gradle/libs.versions.toml build.sbt project/plugins.sbt mix.exs rebar.config dune-project Package.swift Podfile pubspec.yaml
  app.csproj app.sln Directory.Build.props global.json WORKSPACE BUILD.bazel .bazelrc flake.nix shell.nix default.nix stack.yaml
  Dockerfile docker/Dockerfile.dev docker-compose.yml compose.yaml Vagrantfile Procfile netlify.toml vercel.json fly.toml
  .gitignore docs/.gitignore .dockerignore .npmignore .eslintignore .prettierignore .vscodeignore .claudeignore .cursorignore
  .aiderignore .geminiignore .ignore .rgignore .git-blame-ignore-revs .mailmap .nvmrc .node-version .ruby-version .java-version
  .gitkeep .nojekyll .github/CODEOWNERS .github/ISSUE_TEMPLATE/bug.md .github/PULL_REQUEST_TEMPLATE.md .github/FUNDING.yml
  .github/dependabot.yml .gitlab/issue_templates/bug.md renovate.json README.md LICENSE CHANGELOG.md CONTRIBUTING.md docs/agents.html
  src/index.ts src/hooks/useThing.ts src/hooks/index.ts src/head.ts src/config.ts src/config/index.ts config/app.yml
  config/environments/test.rb src/git/hooks.ts src/claude.ts docs/claude-code.md docs/vscode.md tests/test_profile.py
  scripts/build.sh bin/run lib/vendor.js vendor/assets/a.css env.d.ts src/node_modules.ts app/venv.py src/cursor/index.ts
  .idea/codeStyles/Project.xml .idea/.gitignore .idea/inspectionProfiles/Project_Default.xml
  node_modules/.cache/babel/a.json node_modules/.vite/deps/a.js migrations/0001_init.sql data/head.csv public/robots.txt
`);

function listOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((path) => path !== '');
}
