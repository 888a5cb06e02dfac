import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import {outcomeOf, outcomeWord, projectOutcome} from '../lexicon.ts';
import {projectTitle} from '../project-title.ts';
import {cells, fit, plain, type SafeText, safe} from '../text.ts';
import {
	type Cell,
	type Column,
	type Context,
	momentText,
	momentWidth,
	saidCell,
	textOrNothing,
	versionText,
	watchMark,
} from './column.ts';
import {tookText} from './deployment.ts';
import {driftFields, type Field, momentField, textField} from './fields.ts';
import {fitSpans, type Line, markedSpan, type SafeSpan, type Tone} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';

const gap: SafeSpan = {text: plain`  `, tone: 'plain'};

/** A project in a list, and what is known of it besides its own record. */
export type ProjectRow = {
	readonly project: Project;
	/** Its newest deployment, undefined inside if it has none. Undefined outside while that was not read. */
	readonly latest: {readonly deployment: Deployment | undefined} | undefined;
	/** What is said in its place while the service does not give it. */
	readonly unavailable: SafeText | undefined;
	/** Whether what is shown was read so long ago that it is shown as old. */
	readonly isStale: boolean;
	/** Whether it has just vanished from the list. */
	readonly isGone: boolean;
	readonly isMarked: boolean;
	/** Whether everything of it is watched. */
	readonly isWatched: boolean;
};

/** A name with the parts marked that were searched for. */
function marked(text: SafeText, {ranges}: Context, tone: Tone): readonly SafeSpan[] {
	return markedSpan({text, tone}, ranges?.(text) ?? [], 0, 'accent');
}

/** What stands between the shape and the name of a project that is marked. */
const mark = ({isAscii}: Context): SafeSpan => ({text: isAscii ? plain`*` : plain`•`, tone: 'accent'});

function signOf({isMarked, isWatched}: ProjectRow, context: Context): SafeSpan {
	if (isMarked) return mark(context);
	return isWatched ? watchMark(context) : {text: plain` `, tone: 'plain'};
}

const titleCell = (row: ProjectRow, context: Context): Cell => {
	const {project, isGone} = row;
	return [
		isGone
			? {text: context.isAscii ? plain`x` : plain`×`, tone: 'quiet'}
			: shapeOf(projectOutcome(project.status), context),
		signOf(row, context),
		...(isGone ? [{text: plain`gone: `, tone: 'quiet' as const}] : []),
		...marked(projectTitle(project), context, 'strong'),
	];
};

/** A text filled with blanks to so many cells, so that what follows stands below what follows elsewhere. */
const atLeast = ({text, tone}: SafeSpan, width: number): SafeSpan => ({
	text: cells(text) < width ? fit(text, width) : text,
	tone,
});

/** How the newest deployment of a project went, and when: when it was over, else how long it has been going on. */
function latestCell({latest, unavailable}: ProjectRow, context: Context): Cell {
	if (unavailable !== undefined) return [{text: unavailable, tone: 'quiet'}];
	if (!latest) return [{text: context.isAscii ? plain`...` : plain`…`, tone: 'quiet'}];
	const {deployment} = latest;
	if (!deployment) return [textOrNothing(undefined, context)];
	const outcome = outcomeOf(deployment, context.pins);
	const version = versionText(deployment.uploadVersion);
	const when = isConcluded(deployment)
		? momentText(deployment.concludedAt ?? deployment.createdAt, context.now, context)
		: tookText(deployment, context);
	return [
		shapeOf(outcome, context),
		{text: plain` `, tone: 'plain'},
		atLeast(textOrNothing(outcomeWord(deployment), context, toneOf(outcome)), 8),
		gap,
		atLeast({text: version ?? plain``, tone: 'plain'}, 4),
		gap,
		{text: when ?? plain``, tone: 'quiet'},
	];
}

/** An address without what all addresses have in common. */
const hostAndPath = (url: SafeText): SafeText => safe(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''));

export const projectColumns: ReadonlyArray<Column<ProjectRow>> = [
	{title: '  PROJECT', width: 'rest', minWidth: 24, maxWidth: 40, keep: 9, cell: titleCell},
	{
		title: 'VERSION',
		width: 7,
		keep: 7,
		align: 'right',
		cell: ({project: {latestUploadVersion}}, context) => [textOrNothing(versionText(latestUploadVersion), context)],
	},
	{
		title: 'STATUS',
		width: 'rest',
		minWidth: 10,
		maxWidth: 16,
		keep: 6,
		cell: ({project: {status}}, context) => saidCell(status, context, toneOf(projectOutcome(status))),
	},
	{title: 'LAST DEPLOYMENT', width: 'rest', minWidth: 27, maxWidth: 36, keep: 8, cell: latestCell},
	{
		title: 'MODE',
		width: 'rest',
		minWidth: 8,
		maxWidth: 14,
		keep: 4,
		cell: ({project: {uploadMode}}, context) => saidCell(uploadMode, context),
	},
	{
		title: 'UPDATED',
		width: momentWidth,
		keep: 5,
		cell: ({project: {updatedAt}}, context) => [
			textOrNothing(momentText(updatedAt, context.now, context), context, 'quiet'),
		],
	},
	{
		title: 'SLUG',
		width: 'rest',
		minWidth: 12,
		maxWidth: 28,
		keep: 2,
		cell: ({project: {slug}}, context) => (slug ? marked(slug.shown, context, 'quiet') : saidCell(slug, context)),
	},
	{
		title: 'URL',
		width: 'rest',
		minWidth: 16,
		maxWidth: 48,
		keep: 1,
		cell: ({project: {url}}, context) => [textOrNothing(url && hostAndPath(url.shown), context, 'quiet')],
	},
];

/** A project in two lines of exactly `width` cells, for a screen too narrow for columns. */
export function projectCard(row: ProjectRow, width: number, context: Context): readonly [Line, Line] {
	const {project} = row;
	const versionWidth = Math.min(8, Math.max(0, width));
	const version = textOrNothing(versionText(project.latestUploadVersion), context);
	const status = textOrNothing(project.status?.shown, context, toneOf(projectOutcome(project.status)));
	return [
		[...fitSpans(titleCell(row, context), width - versionWidth), ...fitSpans([version], versionWidth, 'right')],
		fitSpans([gap, status, gap, ...latestCell(row, context)], width),
	];
}

/** What a screen is about, in exactly `width` cells: the project's name, and at the right what its row says. */
export function projectTitleLine(name: SafeText, project: Project | undefined, width: number): Line {
	const version = versionText(project?.latestUploadVersion);
	const facts = [version && plain`${version} latest upload`, project?.status?.shown, project?.uploadMode?.shown];
	const text = facts
		.filter(fact => fact !== undefined && fact.trim() !== '')
		.reduce<SafeText>((all, fact) => (all === '' ? (fact ?? all) : plain`${all} · ${fact ?? all}`), plain``);
	const right = cells(name) + cells(text) + 3 <= width ? text : plain``;
	const left = fitSpans([{text: name, tone: 'strong'}], width - cells(right));
	return [...left, {text: right, tone: 'quiet'}];
}

/** Every field of a project, for a pane that shows one. */
export const projectFields = (project: Project, context: Context): readonly Field[] => [
	textField('name', project.name?.shown, context),
	textField('slug', project.slug?.shown, context),
	textField('url', project.url?.shown, context),
	{
		label: 'status',
		value: textOrNothing(project.status?.shown, context, toneOf(projectOutcome(project.status))),
	},
	textField('upload mode', project.uploadMode?.shown, context),
	textField('latest upload', versionText(project.latestUploadVersion), context),
	momentField('created', project.createdAt, context),
	momentField('updated', project.updatedAt, context),
	textField('id', safe(project.id), context),
	textField('request id', project.requestId?.shown, context),
	...driftFields(project.drift),
];
