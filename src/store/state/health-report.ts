import type {LocalTime} from '../../clock.ts';
import {duration} from '../../duration.ts';
import {grouped, plain, type SafeText, safe} from '../../text.ts';
import {type Figures, meanFrameMs} from '../model/health/figures.ts';
import {type LimitName, limits, maxBytesOf, outcomesOf} from '../model/health/limits.ts';
import type {TrimPart} from '../model/health/trimming.ts';
import {keptCount} from '../model/projects/project-list.ts';
import type {State} from './state.ts';

/** A figure of the running process. `isBad`: it exceeds its limit. */
export type HealthFinding = {readonly about: SafeText; readonly says: SafeText; readonly isBad: boolean};

const megabytes = (bytes: number): SafeText => plain`${grouped(Math.round(bytes / 1e6))} MB`;

/** Milliseconds with one digit after the point while that says something. */
const milliseconds = (ms: number): SafeText => plain`${safe(ms < 10 ? ms.toFixed(1) : ms.toFixed(0))} ms`;

const parts: Readonly<Record<TrimPart, SafeText>> = {
	records: plain`old requests and records`,
	deployments: plain`deployments off the screen`,
	pages: plain`rows far away`,
};

function framesText({frames}: Figures): SafeText {
	if (frames.count === 0) return plain`nothing drawn lately`;
	return plain`${milliseconds(meanFrameMs(frames))} on average, ${milliseconds(frames.maxMs)} at most`;
}

function requestsText({polling: {requests}}: State, now: LocalTime): SafeText {
	const {count, failed} = outcomesOf(requests, now);
	return plain`${grouped(failed)} of ${grouped(count)} failed in the last 5 minutes`;
}

function keptText({projects: {list}, deployments: {table}}: State): SafeText {
	const pages = plain`${grouped(list.kept.length)} of ${grouped(list.pages.length)} pages`;
	return plain`${grouped(keptCount(list))} projects on ${pages}, deployments of ${grouped(table.size)} projects`;
}

function trimsText({health: {trims}}: State, now: LocalTime): SafeText {
	const texts = [...trims].map(([part, at]) => plain`${parts[part]} ${duration(now - at)} ago`);
	return texts.reduce((all, text) => plain`${all}, ${text}`, texts.shift() ?? plain`nothing`);
}

/** Returns what landfall has measured about itself, each with its limit. Empty before the first measurement. */
export function healthFindings(state: State, now: LocalTime): readonly HealthFinding[] {
	const {figures, exceeded} = state.health;
	if (!figures) return [];
	const measured = (name: LimitName, about: SafeText, says: SafeText, limit: SafeText): HealthFinding => ({
		about,
		says: plain`${says} (limit ${limit})`,
		isBad: exceeded.includes(name),
	});
	const {maxFrameMs, maxBlockMs, maxFailedShare} = limits;
	const fact = (about: SafeText, says: SafeText): HealthFinding => ({about, says, isBad: false});
	return [
		measured('memory', plain`memory`, megabytes(figures.residentBytes), megabytes(maxBytesOf(figures))),
		measured('frames', plain`frames`, framesText(figures), plain`${maxFrameMs} ms on average`),
		measured(
			'event loop',
			plain`busy`,
			plain`for ${milliseconds(figures.maxBlockMs)} at a time`,
			plain`${maxBlockMs} ms`,
		),
		measured('requests', plain`requests`, requestsText(state, now), plain`${maxFailedShare * 100} %`),
		fact(plain`keeps`, keptText(state)),
		fact(plain`dropped`, trimsText(state, now)),
	];
}

/** Returns all figures in one line, for other processes. */
export function healthSummary(state: State): {readonly says: SafeText; readonly isBad: boolean} | undefined {
	const findings = healthFindings(state, state.health.figures?.at ?? 0);
	const texts = findings.map(({about, says}) => plain`${about} ${says}`);
	const [first] = texts.splice(0, 1);
	if (first === undefined) return undefined;
	return {
		says: texts.reduce((all, text) => plain`${all}; ${text}`, first),
		isBad: findings.some(({isBad}) => isBad),
	};
}
