/** Property tests draw their cases at random; in CI always the same ones, so that a red run is a red change. */
import fc from 'fast-check';

if (process.env.CI) fc.configureGlobal({ seed: 20_260_101 });
