import type {HeadlessOptions} from '../../command-line/headless-options.ts';
import {shellWord} from '../../shell-word.ts';
import {type SafeText, safe} from '../../text.ts';
import {serviceWords} from '../headless/service-words.ts';

/** Returns the command that looks again for the outcome of a write. */
export const reconcileCommand = (options: HeadlessOptions, intentId: string): SafeText =>
	safe(['landfall', 'reconcile', intentId, ...serviceWords(options)].map(shellWord).join(' '), 1000);
