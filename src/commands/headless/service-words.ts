import type {HeadlessCommon} from '../../command-line/options.ts';

/** Returns an option and its value as words of a command line. Empty if the option was not given. */
export const optionWords = (name: string, value: string | number | undefined): readonly string[] => {
	if (value === undefined || value === '') return [];
	// As a separate word, a value that begins with a minus would be taken for an option.
	return String(value).startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, String(value)];
};

/** Returns the options that open the same service. */
export function serviceWords(options: HeadlessCommon): readonly string[] {
	if (options.isDemo) {
		const {world, projects, seed, latencyMs} = options;
		const data = Object.entries({world, projects, seed, latency: latencyMs});
		return ['--demo', ...data.flatMap(([name, value]) => optionWords(name, value))];
	}

	const {profile, baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	const sources = Object.entries({profile, 'base-url': baseUrl, 'api-key-file': apiKeyFile});
	return [
		...sources.flatMap(([name, value]) => optionWords(name, value)),
		...(isApiKeyFromInput ? ['--api-key-stdin'] : []),
	];
}
