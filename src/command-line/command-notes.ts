import {remote} from './command-table.ts';

/** What an option of several commands means for one of them. */
export const optionNotes: ReadonlyMap<string, string> = new Map([
	...remote.map(name => [`${name} rpm`, 'reads per minute at most'] as const),
	['ls all', 'read every page and print all projects'],
	['wait all', 'wait for everything that is in progress'],
	['watch json', 'print one JSON document in each line'],
	['wait json', 'print one JSON document in each line'],
]);

/** The fields of a line about a deployment in a pipe. */
const followedFields = [
	'In a pipe, tabs separate the fields: time (UTC), project id, deployment id,',
	'environment, version, status, conclusion, event, outcome, time of the read',
];

/** Notes on single commands, in lines of at most 77 columns. */
export const commandNotes: ReadonlyMap<string, readonly string[]> = new Map([
	[
		'ls',
		['FIELD is name, version, status, mode, updated, created, slug, url, deployed', 'or drift (versions behind).'],
	],
	[
		'wait',
		[
			'DEPLOYMENT is an id. Without it: the newest in progress, or else the newest.',
			'It has concluded when the service says when or how, whatever its status.',
			'The verdict depends on its conclusion, or else its status: by --ok and --bad,',
			'then by your own classification (m on the screen), then by the words that',
			'landfall knows. With several deployments, the exit code is the first of',
			'1, 4, 3, 6, 8, 5, 2, 10, 9, 0 that applies. A signal prints how to resume.',
			...followedFields,
			'before, and the reason for a verdict.',
		],
	],
	['get', ['DEPLOYMENT is an id. Without it: the record of the project.']],
	[
		'delete',
		[
			'On a terminal, it asks for the name of the project. Elsewhere it needs --yes.',
			'A project that the profile protects is never deleted.',
		],
	],
	[
		'deploy',
		[
			'On a terminal, it asks before it deploys a project that the profile protects.',
			'Elsewhere that needs --yes. With --wait, the lines that it prints and the',
			'verdict are those of landfall wait.',
		],
	],
	['watch', ['Without PROJECT: all projects.', ...followedFields, 'before. The last field is empty.']],
	[
		'reconcile',
		[
			'INTENT is the id that was printed with the write. Without it: all writes to',
			'the service. It sends nothing again: it reads, and forgets a write once it is',
			'known to be done, or when there is no sign of it.',
		],
	],
	[
		'api',
		[
			'METHOD is GET, POST, PATCH or DELETE. PATH is below the address of the',
			'service, such as /v1/projects. The answer is printed as it comes, even if it',
			'is a refusal. Writes are as safe as those of the other commands.',
		],
	],
	[
		'completion',
		[
			'It completes commands, options, profiles, and the slugs and names of projects',
			'that landfall has read, and makes no request.',
		],
	],
]);
