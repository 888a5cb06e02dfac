import {dayMs, hourMs, minuteMs, secondMs} from './duration.ts';

const optionUnits = [
	['d', dayMs],
	['h', hourMs],
	['m', minuteMs],
	['s', secondMs],
	['ms', 1],
] as const;

export function parseDuration(text: string): number | undefined {
	if (text === '0') return 0;
	const [, value = '', unit] = /^([1-9]\d{0,4})([a-z]+)$/.exec(text) ?? [];
	const unitMs = optionUnits.find(([name]) => name === unit)?.[1];
	return unitMs && Number(value) * unitMs;
}

const maxValue = 99_999;

export function durationText(ms: number): string {
	const wholeMs = Math.max(1, Math.ceil(ms / secondMs)) * secondMs;
	const [unit, unitMs] = optionUnits.find(([, size]) => wholeMs % size === 0) ?? ['s', secondMs];
	if (wholeMs / unitMs <= maxValue) return `${wholeMs / unitMs}${unit}`;
	return `${Math.min(maxValue, Math.ceil(wholeMs / dayMs))}d`;
}
