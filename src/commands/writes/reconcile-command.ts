import type {HeadlessOptions} from '../../command-line/headless-options.ts';
import {type SafeText, safe} from '../../text.ts';

/** Quotes a word for a POSIX shell. */
const quoted = (word: string): string =>
	/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the options that open the same service. */
function serviceWords(options: HeadlessOptions): readonly string[] {
	if (options.isDemo) return ['--demo'];
	const {profile, baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	return [
		...(profile === undefined ? [] : ['--profile', profile]),
		...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
		...(apiKeyFile === undefined ? [] : ['--api-key-file', apiKeyFile]),
		...(isApiKeyFromInput ? ['--api-key-stdin'] : []),
	];
}

/** Returns the command that looks again for the outcome of a write. */
export const reconcileCommand = (options: HeadlessOptions, intentId: string): SafeText =>
	safe(['landfall', 'reconcile', intentId, ...serviceWords(options)].map(quoted).join(' '), 1000);
