import {accentNames, themeNames} from '../base/color.ts';
import {isJsonObject, isRemark, isWholeNumber, remarkPattern} from '../base/json.ts';
import {mainScreens} from '../base/main-screens.ts';
import {maxDeploys} from '../base/named-deploy.ts';
import {patienceRange} from '../base/patience.ts';
import {rpmRange} from '../base/rpm.ts';

type Shape = {
	readonly type?: 'string' | 'boolean' | 'integer' | 'array' | 'object';
	readonly enum?: readonly string[];
	readonly minLength?: number;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxItems?: number;
	readonly items?: Shape;
	readonly properties?: Readonly<Record<string, Shape>>;
	/** False: no other fields. Undefined: the object has no settings in it. */
	readonly additionalProperties?: false | Shape;
};

const shapeOfType = (type: NonNullable<Shape['type']>) => ({type}) satisfies Shape;
const nameShape = {type: 'string', minLength: 1} satisfies Shape;
const textsShape = {type: 'array', items: shapeOfType('string')} satisfies Shape;
const flagShape = shapeOfType('boolean');
const wordShape = (words: readonly string[]) => ({enum: words}) satisfies Shape;
const objectShape = <Fields extends NonNullable<Shape['properties']>>(
	properties: Fields,
	required: readonly string[] = [],
	additionalProperties: false | Shape = false,
) =>
	({
		type: 'object',
		properties,
		required,
		patternProperties: {[remarkPattern.source]: {}},
		additionalProperties,
	}) as const;
const mapShape = (value: Shape) => objectShape({}, [], value);

const commandsShape = {
	type: 'array',
	items: objectShape(
		{
			...{key: nameShape, name: nameShape, argv: textsShape, confirm: flagShape, writes: flagShape},
			...{on: wordShape(['project', 'deployment']), run: wordShape(['popup', 'terminal', 'background'])},
		},
		['key', 'name', 'argv', 'on', 'run'],
	),
} satisfies Shape;

/** Invalid choices are ignored. */
const choiceShapes = {
	isWithoutJournal: flagShape,
	accent: wordShape(accentNames),
	deploys: {
		type: 'array',
		maxItems: maxDeploys,
		items: objectShape({name: nameShape, body: shapeOfType('object')}, ['name', 'body']),
	},
	startScreen: wordShape(mainScreens),
	rpm: {type: 'integer', minimum: rpmRange[0], maximum: rpmRange[1]},
	patience: {type: 'integer', minimum: patienceRange[0], maximum: patienceRange[1]},
} satisfies Shape['properties'];

/** An invalid guard has its strictest meaning, or is rejected where it is used. */
const guardShapes = {
	baseUrl: nameShape,
	apiKeyCommand: textsShape,
	isReadOnly: flagShape,
	protects: textsShape,
	maxBulk: {type: 'integer', minimum: 1},
	commands: commandsShape,
} satisfies Shape['properties'];

export const profileShape = objectShape(
	{...guardShapes, ...choiceShapes, filters: mapShape(nameShape), environments: mapShape(nameShape)},
	['baseUrl'],
);

export const configTable = objectShape({
	profiles: mapShape(profileShape),
	lastProfile: nameShape,
	theme: wordShape(themeNames),
	rules: objectShape({
		...{scope: nameShape, command: textsShape},
		...{failuresOnly: flagShape, bell: flagShape, notifications: flagShape},
	}),
	wordMeanings: mapShape(nameShape),
	columns: objectShape({projects: textsShape, board: textsShape, deployments: textsShape}),
	commands: commandsShape,
});

export function fits(value: unknown, {type, enum: words, ...shape}: Shape): boolean {
	const {items = {}, minLength = 0, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY} = shape;
	if (words) return words.some(word => word === value);
	if (type === 'array') return Array.isArray(value) && value.every(item => fits(item, items));
	if (type === 'object') return isJsonObject(value);
	if (typeof value === 'string') return type === 'string' && value.length >= minLength;
	if (typeof value === 'boolean') return type === 'boolean';
	return type === 'integer' && isWholeNumber(value, [minimum, maximum]);
}

/** `known`: the names that an unknown field may mean. Empty for an unfit value that may hold a guard. Undefined for any other unfit value. */
type ReportField = (path: readonly string[], known?: readonly string[]) => void;

/** Keeps valid fields, and guards as they are. Reports all others except remarks. */
export function readByTable(value: unknown, shape: Shape, report: ReportField, path: readonly string[] = []): unknown {
	const {items, properties = {}, additionalProperties} = shape;
	if (items && Array.isArray(value))
		return value.map((item, at) => readByTable(item, items, report, [...path, `${at}`]));
	if (additionalProperties === undefined || !isJsonObject(value)) return value;
	const fields = new Map<string, unknown>();
	for (const [field, inner] of Object.entries(value).filter(([name]) => !isRemark(name))) {
		const at = [...path, field];
		const isNamed = Object.hasOwn(properties, field);
		const known = isNamed ? properties[field] : additionalProperties;
		const guards = isNamed && Object.hasOwn(guardShapes, field);
		const isFit = known && fits(inner, known);
		if (known && (guards || isFit)) {
			const read = readByTable(inner, known, report, at);
			fields.set(field, guards ? inner : read);
		}

		// A list, an object or a user's own field may be a guard one brace too deep.
		const mayGuard = guards || !isNamed || Array.isArray(inner) || isJsonObject(inner);
		if (!known) report(at, Object.keys(properties));
		else if (!isFit) report(at, mayGuard ? [] : undefined);
	}

	return Object.fromEntries(fields);
}
