import {isJsonObject, type Json} from '../base/json.ts';
import {parseAsWritten} from '../base/parse-json.ts';
import {counted, plain, type SafeText, safe, visibleJson} from '../base/text.ts';
import type {Received} from './request.ts';

export type RawAnswer = {
	readonly lines: readonly SafeText[];
	readonly status: number;
	readonly requestId: SafeText | undefined;
};

/** More than any reasonable record has. Further lines are counted, deeper values are elided. */
const limits = {lines: 500, lineLength: 2000, depth: 60};

function elided(value: unknown, depth = 0): unknown {
	if (!Array.isArray(value) && !isJsonObject(value)) return value;
	if (depth >= limits.depth) return '…';
	if (Array.isArray(value)) return value.map(item => elided(item, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, elided(item, depth + 1)]));
}

export function rawAnswer({json, text, status, requestId}: Received): RawAnswer {
	const exact = parseAsWritten(text);
	const all = JSON.stringify(elided(exact ?? json), undefined, 2).split('\n');
	// Cut twice: the first cut limits the work, because escaping only makes a line longer.
	const lines = all
		.slice(0, limits.lines)
		.map(line => safe(visibleJson(line.slice(0, 2 * limits.lineLength)), limits.lineLength));
	if (all.length > lines.length) lines.push(plain`… ${counted(all.length - lines.length, 'more line')}`);
	if (exact === undefined) lines.unshift(plain`Too large or nested too deep to show every number as it was sent.`);
	return {lines, status, requestId};
}

/** Keeps every field and number exactly. Undefined if it is no JSON object, or if a number cannot be kept. */
export function objectAsSent(body: string): Json | undefined {
	const json = parseAsWritten(body);
	return isJsonObject(json) ? json : undefined;
}

export function recordsAsSent(envelope: Json | undefined, name: 'projects' | 'deployments'): ReadonlyMap<string, Json> {
	const records = envelope?.[name];
	if (!Array.isArray(records)) return new Map();
	const found = new Map<string, Json>();
	for (const record of records.filter(isJsonObject)) {
		if (typeof record.id === 'string') found.set(record.id, record);
	}

	return found;
}
