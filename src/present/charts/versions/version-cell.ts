import type {DeployedVersion} from '../../../deployed-versions.ts';
import {endedAt} from '../../../deployment-times.ts';
import {outcomeOf} from '../../../status-words.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {type Context, textOrNothing, versionText} from '../../column.ts';
import {age} from '../../format.ts';
import {fitSpans, type Line, type SafeSpan} from '../../line.ts';
import {shapeOf} from '../../outcome.ts';
import {fittingParts, wholeCells} from '../drawing.ts';
import type {VersionRow} from './version-row.ts';

/** `−3` behind, `+1` ahead, `?` if unknown, nothing if it is the latest. */
function behindSpan({behind}: DeployedVersion, {isAscii}: Context): Line {
	if (behind === 0) return [];
	if (behind === undefined || Number.isNaN(behind)) return [{text: plain` ?`, tone: 'quiet'}];
	const sign = behind < 0 ? '+' : isAscii ? '-' : '−';
	return [{text: safe(` ${sign}${Math.abs(behind)}`), tone: behind < 0 ? 'plain' : 'busy'}];
}

const versionOrUnknown = (version: number | undefined): SafeText => versionText(version) ?? plain`v?`;

/** No version: there is none, or none among the deployments that were read. */
const noVersion = (isWhole: boolean, context: Context): SafeSpan =>
	isWhole ? textOrNothing(undefined, context) : {text: plain`?`, tone: 'quiet'};

function liveSpans(deployed: DeployedVersion, isWhole: boolean, context: Context): Line {
	const {live, behind} = deployed;
	if (!live) return [noVersion(isWhole, context)];
	const version: SafeSpan = {text: versionOrUnknown(live.uploadVersion), tone: behind === 0 ? 'plain' : 'strong'};
	return [version, ...behindSpan(deployed, context)];
}

function failedSpans({failed, failedCount}: DeployedVersion, context: Context): Line {
	if (!failed) return [];
	const shape = shapeOf('bad', context);
	const version: SafeSpan = {text: versionOrUnknown(failed.uploadVersion), tone: shape.tone};
	if (failedCount === 1) return [shape, version];
	return [shape, version, {text: safe(` ${context.isAscii ? 'x' : '×'}${failedCount}`), tone: 'quiet'}];
}

/**
A cell of the versions matrix, exactly `width` cells wide: `v41 −3  ◐v44  ✖v43 ×2  4h ago`.

That is the version that is live, how far it is behind the latest upload, what is deploying, what failed last since then and how many did, and the age of what is live. A project that has not been read looks unlike one that was never deployed there, and unlike one of which only deployments elsewhere were read.
*/
export function versionCell(
	{versions, isWhole}: VersionRow,
	environment: string,
	width: number,
	context: Context,
): Line {
	const room = wholeCells(width);
	if (!versions) return fitSpans([{text: context.isAscii ? plain`...` : plain`…`, tone: 'quiet'}], room);
	const deployed = versions.get(environment);
	if (!deployed) return fitSpans([noVersion(isWhole, context)], room);
	const {live, deploying} = deployed;
	const liveAt = live && endedAt(live);
	const shape = deploying && shapeOf(outcomeOf(deploying, context.pins), context);
	const parts = [
		{spans: liveSpans(deployed, isWhole, context), keep: 4},
		{
			spans: shape && deploying ? [shape, {text: versionOrUnknown(deploying.uploadVersion), tone: shape.tone}] : [],
			keep: 3,
		},
		{spans: failedSpans(deployed, context), keep: 2},
		{
			spans: liveAt === undefined ? [] : [{text: age(liveAt, context.now), tone: 'quiet' as const}],
			keep: 1,
		},
	];
	return fitSpans(fittingParts(parts, room, plain`  `), room);
}
