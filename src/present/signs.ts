import {plain, type SafeText} from '../base/text.ts';
import type {SafeSpan, Tone} from './line.ts';

type Sign = {
	readonly unicode: SafeText;
	readonly ascii: SafeText;
	/** A sign without a word of its own only repeats the text beside it. */
	readonly spoken?: SafeText;
};

/** Every sign with another form in ASCII. The theme replaces punctuation and borders. */
const signs = {
	waiting: {unicode: plain`◌`, ascii: plain`.`, spoken: plain`waiting`},
	running: {unicode: plain`◐`, ascii: plain`o`, spoken: plain`in progress`},
	good: {unicode: plain`✔`, ascii: plain`+`, spoken: plain`succeeded`},
	bad: {unicode: plain`✖`, ascii: plain`x`, spoken: plain`failed`},
	stopped: {unicode: plain`⊘`, ascii: plain`-`, spoken: plain`stopped`},
	unknown: {unicode: plain`◇`, ascii: plain`?`, spoken: plain`unknown`},
	marked: {unicode: plain`•`, ascii: plain`*`, spoken: plain`marked`},
	watched: {unicode: plain`◉`, ascii: plain`@`, spoken: plain`watched`},
	gone: {unicode: plain`×`, ascii: plain`x`},
	'no deployment': {unicode: plain`◇`, ascii: plain`?`},
	'no deployment read': {unicode: plain`·`, ascii: plain`:`},
	'not read': {unicode: plain`…`, ascii: plain`...`, spoken: plain`not read yet`},
	nothing: {unicode: plain`–`, ascii: plain`-`, spoken: plain`none`},
	'no longer listed': {unicode: plain`↺`, ascii: plain`%`, spoken: plain`no longer listed`},
	'made here': {unicode: plain`›`, ascii: plain`>`},
	times: {unicode: plain`×`, ascii: plain`x`},
	minus: {unicode: plain`−`, ascii: plain`-`},
	'more before': {unicode: plain`‹`, ascii: plain`<`},
	'more after': {unicode: plain`›`, ascii: plain`>`},
	'selected here': {unicode: plain`▸`, ascii: plain`>`},
	'selected above': {unicode: plain`▲`, ascii: plain`^`},
	next: {unicode: plain`→`, ascii: plain`->`},
	'next, unobserved': {unicode: plain`··→`, ascii: plain`..>`},
	'bar, filled': {unicode: plain`█`, ascii: plain`=`},
	'bar, slow': {unicode: plain`▓`, ascii: plain`!`},
	'bar, unobserved': {unicode: plain`▒`, ascii: plain`?`},
	'bar, rest': {unicode: plain`░`, ascii: plain`.`},
	/** Steps of an eighth of a cell. ASCII has halves. */
	'bar, partly filled': {unicode: plain` ▏▎▍▌▋▊▉`, ascii: plain`....====`},
	/** Steps of an eighth of a cell. ASCII has thirds. */
	'column, filled': {unicode: plain` ▁▂▃▄▅▆▇█`, ascii: plain` ___===##`},
	'axis, bottom': {unicode: plain`┴`, ascii: plain`+`},
	'axis, top': {unicode: plain`┤`, ascii: plain`+`},
	axis: {unicode: plain`│`, ascii: plain`|`},
} as const satisfies Readonly<Record<string, Sign>>;

export type SignName = keyof typeof signs;

type SignStyle = {readonly isAscii: boolean};

export const signText = (name: SignName, {isAscii}: SignStyle): SafeText => signs[name][isAscii ? 'ascii' : 'unicode'];

export function signSpan(name: SignName, tone: Tone, style: SignStyle): SafeSpan & {readonly spoken: SafeText} {
	const {spoken = plain``}: Sign = signs[name];
	return {text: signText(name, style), tone, spoken};
}
