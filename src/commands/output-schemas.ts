import {wireTypes} from '../api/decode.ts';
import {notificationScopes} from '../model/notification-rules.ts';
import {outcomeNames} from '../model/status-words.ts';
import {columnNames} from '../present/columns.ts';
import {configTable} from '../settings/config-table.ts';

type Schema = Readonly<Record<string, unknown>>;

const textType = {type: 'string'};
const textOrNull = {type: ['string', 'null']};
const countType = {type: 'integer', minimum: 0};
const countOrNull = {type: ['integer', 'null'], minimum: 0};
const yesOrNo = {type: 'boolean'};
const time = {type: 'string', format: 'date-time'};
const timeOrNull = {type: ['string', 'null'], format: 'date-time'};
const oneOf = (...values: readonly string[]) => ({enum: values});
const ref = (name: string) => ({$ref: `#/$defs/${name}`});
const arrayOf = (items: Schema) => ({type: 'array', items});

/** Allows other fields, because the service sends more than it documents. Names that end in `?` are optional. */
function openObject(fields: Readonly<Record<string, Schema>>) {
	const named = Object.entries(fields);
	return {
		type: 'object',
		properties: Object.fromEntries(named.map(([name, field]) => [name.replace('?', ''), field])),
		required: named.map(([name]) => name).filter(name => !name.endsWith('?')),
	};
}

const closedObject = (fields: Readonly<Record<string, Schema>>) => ({
	...openObject(fields),
	additionalProperties: false,
});

const recordSchema = (types: (typeof wireTypes)['project']) =>
	openObject(Object.fromEntries(types.map(([name, type]) => [`${name}?`, {type: [type, 'null']}])));

const documentOf = (landfallFields: Readonly<Record<string, Schema>>, ...sent: readonly Schema[]) => ({
	...openObject({_landfall: closedObject(landfallFields)}),
	anyOf: sent,
});

const [project, deployment] = [ref('project'), ref('deployment')];
const outcome = oneOf(...Object.values(outcomeNames));

const readAtField = {read_at: time};

const liveVersion = closedObject({
	project_id: textType,
	environment_id: textOrNull,
	live_version: countOrNull,
	behind: countOrNull,
	since: timeOrNull,
	failures_since: countType,
	project: textType,
});

const writeFields = {
	outcome: oneOf('done', 'accepted', 'unchanged', 'found', 'refused', 'unknown'),
	'project_id?': textType,
	'reason?': textType,
	'request_id?': textType,
	'candidates?': arrayOf(textType),
	'intent?': textType,
	'command?': textOrNull,
};

const documentByCommand: Readonly<Record<string, Schema>> = {
	ls: documentOf(
		{...readAtField, is_complete: yesOrNo, 'pages?': countType},
		openObject({projects: arrayOf(project), 'next_cursor?': textOrNull, 'request_id?': textOrNull}),
		openObject({deployments: arrayOf(documentOf({project: textType}, deployment)), 'request_id?': textOrNull}),
		openObject({versions: arrayOf(liveVersion)}),
	),
	get: documentOf(readAtField, project, deployment),
	create: documentOf(writeFields, project),
	edit: documentOf(writeFields, project),
	delete: documentOf(writeFields, project),
	deploy: {anyOf: [documentOf(writeFields, deployment), ref('change'), ref('verdict')]},
	wait: {anyOf: [ref('change'), ref('verdict')]},
	watch: ref('change'),
	reconcile: documentOf(
		{
			outcome: oneOf('done', 'absent', 'dismissed', 'unknown'),
			intent: textType,
			write: oneOf('create', 'edit', 'delete', 'deploy', 'other'),
			'project_id?': textType,
			reason: textType,
			'candidates?': arrayOf(textType),
		},
		project,
	),
	api: documentOf({status: countType, request_id: textOrNull, 'body?': textType}, openObject({})),
};

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** `$defs` has the output of each command with `--json`, and `failure`, which every command may print to standard error. */
export const schema = {
	$schema: dialect,
	title: 'What landfall prints with --json',
	description:
		'Records have the documented fields, with the types that the service documents. landfall passes on what it sends, also what does not fit.',
	anyOf: [...Object.keys(documentByCommand), 'failure'].map(ref),
	$defs: {
		project: recordSchema(wireTypes.project),
		deployment: recordSchema(wireTypes.deployment),
		change: documentOf(
			{
				event: oneOf('seen', 'started', 'changed', 'stuck', 'concluded', 'changed again'),
				outcome,
				project: textType,
				seen_after: timeOrNull,
				seen_by: timeOrNull,
			},
			deployment,
		),
		verdict: documentOf(
			{
				event: oneOf('verdict'),
				outcome: textType,
				exit_code: countType,
				reason: textType,
				project: textType,
				read_at: timeOrNull,
				age_ms: countOrNull,
			},
			deployment,
		),
		failure: closedObject({
			code: textType,
			exit_code: countType,
			message: textType,
			request_id: textOrNull,
			retryable: yesOrNo,
			next: textOrNull,
		}),
		...documentByCommand,
	},
};

const {columns, rules, wordMeanings} = configTable.properties;
const scope = {anyOf: [oneOf(...notificationScopes), {type: 'string', pattern: '^@.'}]};
const lists = [...columnNames].map(([list, names]) => [list, arrayOf(oneOf(...names))]);

export const configSchema = {
	$schema: dialect,
	title: 'config.json of landfall',
	...configTable,
	properties: {
		...configTable.properties,
		columns: {...columns, properties: Object.fromEntries(lists)},
		rules: {...rules, properties: {...rules.properties, scope}},
		wordMeanings: {...wordMeanings, additionalProperties: outcome},
	},
};
