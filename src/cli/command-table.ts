import {httpMethods} from '../base/http-methods.ts';
import type {CommandContext} from '../commands/context.ts';
import {
	builtInWorld,
	confirmation,
	deploying,
	durationOption,
	giveUpDeploying,
	giveUpLate,
	giveUpSoon,
	type HeadlessOptions,
	type HeadlessValues,
	headlessIn,
	json,
	jsonLines,
	jsonOrBody,
	judging,
	listing,
	type Option,
	remote,
	screenOptions,
	service,
	type Values,
	valuesOf,
	waitForOutcome,
	withoutJournal,
} from '../commands/options.ts';

export type CliCommand = {
	readonly name: string;
	readonly alias?: string;
	/** As in the help: optional arguments in brackets, a bar between words. A lower-case word stands for itself. */
	readonly arguments?: string;
	readonly about: string;
	/** Text in the overview. True: same as `about`. A command without a text shares the line of the command before. */
	readonly overview?: string | true;
	readonly notes?: readonly string[];
	readonly examples: readonly string[];
	readonly options: readonly Option[];
	/** Only for commands without a screen. A text, here and in `read` below, says why the arguments and options do not fit together. */
	readonly prepare?: (given: Given) => string | PreparedCommand;
};

export type Given = {
	readonly words: readonly string[];
	readonly options: ReadonlyMap<string, string | undefined>;
	/** A path, or `-` for standard input. */
	readonly bodyFile: string | undefined;
	readonly environment: NodeJS.ProcessEnv;
};

export type PreparedCommand = {
	readonly command: 'headless';
	readonly name: string;
	readonly options: HeadlessOptions;
	readonly hasVerdict: boolean;
	readonly run: (context: CommandContext) => Promise<number>;
};

function headless<const Options extends readonly Option[], Own extends object>({
	read,
	load,
	isLasting = () => false,
	...command
}: Omit<CliCommand, 'prepare'> & {
	readonly options: Options;
	readonly isLasting?: (values: Values<Options>) => boolean;
	readonly read: (given: Given, values: Values<Options>) => Own | string;
	readonly load: () => Promise<
		(options: Values<Options> & HeadlessOptions & Own, context: CommandContext) => Promise<number>
	>;
}): CliCommand {
	return {
		...command,
		prepare(given) {
			const {words, bodyFile, environment} = given;
			const isForEach = takesProjectsFromInput(command, words);
			if (isForEach && isWriting(command))
				return `landfall ${command.name} changes one project at a time. For several, run it in a loop: while read -r id; do landfall ${command.name} "$id" …; done.`;
			const values = valuesOf(command.options, given.options) as Values<Options> & HeadlessValues;
			const ownValues = read(given, values);
			if (typeof ownValues === 'string') return ownValues;
			const lasts = isLasting(values);
			const isLimitGiven = given.options.has('give-up-after');
			const options = {...headlessIn(values, environment, {isLasting: lasts, isLimitGiven}), ...ownValues};
			// No change would ever be noticed without background reads.
			if (lasts && options.rpm === 0)
				return 'With --rpm 0 landfall reads only on request, so it cannot follow deployments. Use --rpm 1 or more.';
			const inputs = [isForEach, bodyFile === '-', values.isApiKeyFromInput];
			if (inputs.filter(Boolean).length > 1) return 'Only one thing can be read from standard input.';
			return {
				command: 'headless',
				name: command.name,
				options,
				hasVerdict: lasts && optionNamed(command, 'timeout') !== undefined,
				run: async context => (await load())(options, context),
			};
		},
	};
}

export const placeholdersAfter = (command: CliCommand, before: readonly string[]): readonly string[] =>
	(command.arguments ?? '')
		.replace(/[[\]]/g, '')
		.split(' | ')
		.flatMap(form => nextIn(form.split(' '), before) ?? []);

function nextIn(form: readonly string[], before: readonly string[]): string | undefined {
	const last = form.at(-1) ?? '';
	if (last.endsWith('…')) return last.slice(0, -1);
	const fits = before.every((word, index) => /[A-Z]/.test(form[index] ?? '') || form[index]?.split('|').includes(word));
	return fits ? form[before.length] : undefined;
}

const takesProjectsFromInput = (command: CliCommand, words: readonly string[]): boolean =>
	words.some((word, index) => word === '-' && placeholdersAfter(command, words.slice(0, index)).includes('PROJECT'));

export const isWriting = ({options}: Pick<CliCommand, 'options'>): boolean => options.includes(withoutJournal);

const judgingProblem = ({okWords, badWords}: Values<typeof judging>) =>
	okWords.some(word => badWords.includes(word)) ? 'A word cannot be in both --ok and --bad.' : undefined;

const emptyDeployment = 'The DEPLOYMENT argument is empty. Give an id, or leave it out.';

const deploymentLineNotes = [
	'In a pipe, tab-separated fields: time (UTC), project id, deployment id,',
	'environment, version, status, conclusion, event, outcome, time of the read',
] as const;

export const screensCommand = {
	name: 'screens',
	about: 'open the screens; the first run asks for an address and a key',
	examples: ['landfall --demo', 'landfall --profile staging --read-only', 'landfall --wall --filter @prod'],
	options: screenOptions,
} as const satisfies CliCommand;

export const sandbox = {
	name: 'sandbox',
	about: 'serve the built-in service to other programs on this computer',
	overview: 'serve the built-in service to other programs',
	notes: [
		'Each start has a new key, unless LANDFALL_API_KEY gives one, and begins with',
		'the same projects. A saved profile needs the same key and the same --port.',
	],
	examples: ['landfall sandbox --port 4000', 'landfall sandbox --world odd --latency 300'],
	options: [
		{name: 'port', value: 'N', range: [0, 65_535], about: 'the port to listen on (default: any free one)'},
		builtInWorld,
		{name: 'projects', value: 'N', range: [0, 1_000_000], about: 'how many projects'},
		{name: 'seed', value: 'N', range: [0, 2 ** 32 - 1], about: 'the same seed makes the same data'},
		{name: 'latency', key: 'latencyMs', value: 'MS', range: [0, 60_000], about: 'how long each answer takes'},
	],
} as const satisfies CliCommand;

export const doctor = {
	name: 'doctor',
	about: 'print what a bug report should contain',
	examples: ['landfall doctor', 'landfall doctor --profile staging'],
	options: service,
} as const satisfies CliCommand;

export const cliCommands: readonly CliCommand[] = [
	headless({
		name: 'ls',
		alias: 'list',
		arguments: '[projects | deployments|versions [PROJECT]]',
		about: 'list projects, or the deployments or live versions of one or all',
		overview: 'list projects, deployments, versions; print a record',
		notes: [
			'FIELD is name, version, status, mode, updated, created, slug, url, deployed',
			'or behind (upload versions behind). Without --limit, landfall asks for 100;',
			"the service's own default is 50.",
		],
		examples: [
			"landfall ls --filter 'failed:prod<2h' --sort -deployed",
			'landfall ls deployments --filter env:prod --fail-on failed',
			'landfall ls versions --filter env:prod --fail-on behind',
			'landfall ls --all --json | jq -r ".projects[].slug"',
		],
		options: [...listing, ...remote, json, giveUpSoon],
		read({words: [typed, project], options: given}, {filter: query, sort, cursor, all}) {
			const listed = typed === 'deployments' || typed === 'versions' ? typed : 'projects';
			const isSelected = query !== undefined || sort !== undefined;
			if (listed !== 'projects' && (sort !== undefined || all || cursor !== undefined))
				return '--sort, --all and --cursor only work with landfall ls projects.';
			if (cursor !== undefined && isSelected) return '--cursor works with neither --filter nor --sort.';
			if (given.has('limit') && all) return '--limit and --all cannot be used together.';
			return {project, listed} as const;
		},
		load: async () => (await import('../commands/ls.ts')).runList,
	}),
	headless({
		name: 'get',
		arguments: 'PROJECT [DEPLOYMENT]',
		about: 'print one record with every field',
		notes: ['DEPLOYMENT is an id. Without it: the record of the project.'],
		examples: [
			'landfall get docs',
			'landfall get docs dpl_123 --json',
			'landfall ls | cut -f 1 | landfall get - --json',
		],
		options: [...remote, json, giveUpSoon],
		read: ({words: [project = '', deployment]}) => (deployment === '' ? emptyDeployment : {project, deployment}),
		load: async () => (await import('../commands/get.ts')).runGet,
	}),
	headless({
		name: 'create',
		arguments: 'NAME',
		about: 'add a project',
		overview: 'change a project',
		examples: ["landfall create 'New docs'", 'landfall create docs --json | jq -r .id'],
		options: [waitForOutcome, withoutJournal, ...remote, json, giveUpSoon],
		read: ({words: [name = '']}) => ({name}),
		load: async () => (await import('../commands/create.ts')).runCreate,
	}),
	headless({
		name: 'edit',
		arguments: 'PROJECT',
		about: 'change fields of a project',
		notes: [
			'The service documents no fields of a change. landfall sends those that you',
			'name and that differ; the answer, which it prints, shows what was kept.',
		],
		examples: [
			"landfall edit docs --name 'Old docs' --slug old-docs",
			'landfall edit docs --json changes.json',
			'landfall get docs --json | jq \'.name = "Docs"\' | landfall edit docs --json -',
		],
		options: [
			{name: 'name', value: 'TEXT', about: 'the new name'},
			{name: 'slug', value: 'TEXT', about: 'the new slug'},
			{name: 'url', value: 'TEXT', about: 'the new URL'},
			{name: 'upload-mode', key: 'uploadMode', value: 'TEXT', about: 'the new upload mode'},
			jsonOrBody,
			waitForOutcome,
			withoutJournal,
			...remote,
			giveUpSoon,
		],
		read({words: [project = ''], bodyFile}, values) {
			const {name, slug, url, uploadMode} = values;
			const changes = {name, slug, url, uploadMode};
			const isChanged = bodyFile !== undefined || Object.values(changes).some(value => value !== undefined);
			if (isChanged) return {project, changes, bodyFile};
			return 'landfall edit needs a change: --name, --slug, --url, --upload-mode or --json FILE.';
		},
		load: async () => (await import('../commands/edit.ts')).runEdit,
	}),
	headless({
		name: 'delete',
		arguments: 'PROJECT',
		about: 'delete a project',
		notes: [
			'On a terminal, it asks for the name of the project. Elsewhere it needs --yes.',
			'A project that the profile protects is never deleted.',
		],
		examples: ['landfall delete docs', 'landfall delete prj_123 --yes'],
		options: [confirmation, waitForOutcome, withoutJournal, ...remote, json, giveUpSoon],
		read: ({words: [project = '']}) => ({project}),
		load: async () => (await import('../commands/delete.ts')).runDelete,
	}),
	headless({
		name: 'deploy',
		arguments: 'PROJECT',
		about: 'start a deployment',
		overview: 'deploy; wait for the outcome, which is the exit code',
		notes: [
			'On a terminal, it asks before it deploys a project that the profile protects.',
			'Elsewhere that needs --yes. With --wait, the lines that it prints and the',
			'verdict are those of landfall wait. The service documents no fields of the',
			'request body. Without --as NAME or --json FILE, it is {}.',
		],
		examples: [
			'landfall deploy docs',
			'landfall deploy docs --wait --timeout 15m',
			"landfall deploy docs --as 'to staging'",
			"echo '{}' | landfall deploy docs --json -",
		],
		options: [...deploying, jsonOrBody, waitForOutcome, withoutJournal, ...remote, giveUpDeploying],
		isLasting: ({isAwaited}) => isAwaited,
		read({words: [project = ''], bodyFile, options}, values) {
			const isJudged = ['ok', 'bad', 'timeout'].some(name => options.has(name));
			if (!values.isAwaited && isJudged) return '--ok, --bad and --timeout need --wait.';
			if (values.as !== undefined && bodyFile !== undefined) return '--as and --json FILE cannot be used together.';
			return judgingProblem(values) ?? {project, bodyFile};
		},
		load: async () => (await import('../commands/deploy.ts')).runDeploy,
	}),
	headless({
		name: 'wait',
		arguments: 'PROJECT [DEPLOYMENT]',
		about: 'wait until a deployment has concluded; exit 0 if it went well',
		notes: [
			'DEPLOYMENT is an id. Without it: the deployment in progress, or one that was',
			'started here, began or concluded within the last two minutes. If there is',
			'none, wait exits with 4. A deployment has concluded when the service says',
			'when or how, whatever its status. The verdict follows its conclusion, or its',
			'status if it has none: first by --ok and --bad, then by your word meanings',
			'(m on the screen), then by the words that landfall knows. With several',
			'deployments, the exit code is the first of 1, 4, 3, 6, 8, 5, 2, 10, 9, 0',
			'that applies. A signal prints how to resume.',
			...deploymentLineNotes,
			'before, the reason for a verdict, and the name of the project.',
		],
		examples: [
			'landfall wait docs',
			'landfall wait docs --next --timeout 15m --ok success,skipped',
			'landfall wait docs --all --json',
		],
		options: [
			{name: 'all', about: 'wait for everything that is in progress'},
			{name: 'next', about: 'wait for a deployment that starts after now'},
			{name: 'last', about: 'otherwise accept the newest, however old'},
			...judging,
			...remote,
			jsonLines,
			giveUpLate,
		],
		isLasting: () => true,
		read({words: [project = '', deployment]}, values) {
			if (deployment === '') return emptyDeployment;
			const {next, all, last} = values;
			if ([deployment !== undefined, next, all, last].filter(Boolean).length > 1)
				return 'Name a deployment, or use --next, --all or --last.';
			if (project === '-' && deployment !== undefined) return 'A deployment belongs to one project: name the project.';
			const which = next ? 'next' : all ? 'all' : last ? 'last' : 'newest';
			return judgingProblem(values) ?? ({project, deployment, which} as const);
		},
		load: async () => (await import('../commands/wait.ts')).runWait,
	}),
	headless({
		name: 'watch',
		arguments: '[PROJECT…]',
		about: 'print a line for each change, until stopped',
		overview: true,
		notes: [
			'Without PROJECT: all projects.',
			...deploymentLineNotes,
			'before, an empty field, and the name of the project.',
		],
		examples: [
			'landfall watch docs shop',
			'landfall watch --since 1h --json',
			'landfall watch docs | grep --line-buffered failed',
		],
		options: [
			{...durationOption, name: 'since', key: 'sinceMs', about: 'begin with what was observed since then'},
			...remote,
			jsonLines,
			giveUpLate,
		],
		isLasting: () => true,
		read: ({words: watched}) => ({watched}),
		load: async () => (await import('../commands/watch.ts')).runWatch,
	}),
	headless({
		name: 'reconcile',
		arguments: '[INTENT]',
		about: 'find out what became of unconfirmed writes',
		overview: true,
		notes: [
			'INTENT is the id that was printed with the write. Without it: all unconfirmed',
			'writes to the service. It only reads, and sends nothing again. It forgets a',
			'write that was done, or that left no sign.',
		],
		examples: ['landfall reconcile', 'landfall reconcile --wait-for-outcome 5m --json'],
		options: [
			{name: 'dismiss', key: 'isDismissed', about: 'forget the write: its outcome no longer matters'},
			waitForOutcome,
			...remote,
			jsonLines,
			giveUpSoon,
		],
		read: ({words: [intentId]}, {isDismissed}) =>
			isDismissed && intentId === undefined ? '--dismiss needs the id of a write.' : {intentId},
		load: async () => (await import('../commands/reconcile.ts')).runReconcile,
	}),
	headless({
		name: 'api',
		arguments: 'METHOD PATH',
		about: 'send any request with the key, print the answer',
		overview: true,
		notes: [
			'METHOD is GET, POST, PATCH or DELETE. PATH is below /v1, such as',
			'/v1/projects, without //, a slash at its end, or letters, digits, dots and',
			'slashes that are percent-encoded. The answer is printed as it comes, even an',
			'error. Writes are as safe as those of the other commands.',
		],
		examples: [
			"landfall api GET '/v1/projects?limit=1'",
			'echo \'{"name": "docs"}\' | landfall api POST /v1/projects --json -',
			'landfall api DELETE /v1/projects/prj_123',
		],
		options: [jsonOrBody, waitForOutcome, withoutJournal, ...remote, giveUpSoon],
		read({words: [given = '', path = ''], bodyFile}) {
			const method = httpMethods.find(name => name === given.toUpperCase());
			if (method === undefined) return 'landfall api sends GET, POST, PATCH or DELETE.';
			if (/GET|DELETE/.test(method) && bodyFile !== undefined) return `A ${method} request has no body.`;
			return {method, path, bodyFile};
		},
		load: async () => (await import('../commands/api.ts')).runApi,
	}),
	{
		name: 'keys',
		about: 'print the keys in force, and the ids of their commands',
		overview: 'print the keys in force, and what bug reports need',
		examples: ['landfall keys'],
		options: [],
	},
	doctor,
	{name: 'version', about: 'print the version', examples: ['landfall version'], options: []},
	sandbox,
	{
		name: 'completion',
		arguments: 'bash|zsh|fish',
		about: 'print a script that completes commands in a shell',
		overview: 'complete commands; describe JSON',
		notes: [
			'It completes commands, options, profiles, named deploys, and the slugs and',
			'names of projects that the screens, watch and wait have read, and makes no',
			'request.',
		],
		examples: [
			'eval "$(landfall completion bash)"    # in ~/.bashrc',
			'source <(landfall completion zsh)    # in ~/.zshrc, after compinit',
			'landfall completion fish > ~/.config/fish/completions/landfall.fish',
		],
		options: [],
	},
	{
		name: 'schema',
		arguments: '[config]',
		about: 'print the JSON Schema of what --json prints, or of config.json',
		examples: ['landfall schema', 'landfall schema config > config.schema.json'],
		options: [],
	},
	{
		name: 'help',
		arguments: '[COMMAND]',
		about: 'explain a command and its options',
		overview: "explain its options; help screens: the app's own",
		examples: [],
		options: [],
	},
];

export const commandNamed = (word: string | undefined): CliCommand =>
	cliCommands.find(({name, alias}) => word !== undefined && [name, alias].includes(word)) ?? screensCommand;

export const commandNames: readonly string[] = cliCommands.flatMap(({name, alias}) => [name, alias ?? []].flat());

export const allOptions: readonly Option[] = [screensCommand, ...cliCommands].flatMap<Option>(({options}) => options);

export const optionNamed = ({options}: CliCommand, wanted: string): Option | undefined =>
	options.find(({name}) => name === wanted);

const isAmong =
	(options: readonly Option[]) =>
	(option: Option): boolean =>
		options.includes(option);

export const isOfService = isAmong(service);

export const isShared = isAmong([...remote, json, giveUpSoon]);
