import {plain, type SafeText} from '../base/text.ts';
import type {SafeSpan, Tone} from './line.ts';

type Sign = {
	readonly unicode: SafeText;
	readonly ascii: SafeText;
	/** What a screen reader says. Empty for a sign that only repeats what stands beside it. */
	readonly spoken: SafeText;
};

/** The signs that stand for a word of their own. */
const signs = {
	waiting: {unicode: plain`◌`, ascii: plain`.`, spoken: plain`waiting`},
	running: {unicode: plain`◐`, ascii: plain`o`, spoken: plain`in progress`},
	good: {unicode: plain`✔`, ascii: plain`+`, spoken: plain`succeeded`},
	bad: {unicode: plain`✖`, ascii: plain`x`, spoken: plain`failed`},
	stopped: {unicode: plain`⊘`, ascii: plain`-`, spoken: plain`stopped`},
	unknown: {unicode: plain`◇`, ascii: plain`?`, spoken: plain`unknown`},
	marked: {unicode: plain`•`, ascii: plain`*`, spoken: plain`marked`},
	watched: {unicode: plain`◉`, ascii: plain`@`, spoken: plain`watched`},
	gone: {unicode: plain`×`, ascii: plain`x`, spoken: plain``},
	'no deployment': {unicode: plain`◇`, ascii: plain`?`, spoken: plain``},
	'no deployment read': {unicode: plain`·`, ascii: plain`:`, spoken: plain``},
	'not read': {unicode: plain`…`, ascii: plain`...`, spoken: plain`not read yet`},
	nothing: {unicode: plain`–`, ascii: plain`-`, spoken: plain`none`},
	'no longer listed': {unicode: plain`↺`, ascii: plain`%`, spoken: plain`no longer listed`},
	'made here': {unicode: plain`›`, ascii: plain`>`, spoken: plain``},
} as const satisfies Readonly<Record<string, Sign>>;

export function signSpan(
	name: keyof typeof signs,
	tone: Tone,
	{isAscii}: {readonly isAscii: boolean},
): SafeSpan & {readonly spoken: SafeText} {
	const {unicode, ascii, spoken} = signs[name];
	return {text: isAscii ? ascii : unicode, tone, spoken};
}
