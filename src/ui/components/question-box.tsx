import {Box, Text} from 'ink';
import Spinner from 'ink-spinner';
import type {ReactNode} from 'react';
import {hasMixedScripts, plain, type SafeText, safe} from '../../base/text.ts';
import type {Confirmation} from '../../model/confirmation.ts';
import type {FormProblem} from '../../model/form.ts';
import type {Line, Tone} from '../../present/line.ts';
import type {DrawContext} from '../contexts.ts';
import {outageText, titleLine} from '../lines/service.ts';
import {sentence, textOf} from '../lines/spoken-lines.ts';
import {useNow, useRuntime, useView} from '../runtime.tsx';
import {Said} from './canvas.tsx';
import {DialogBox} from './dialog-box.tsx';
import {Paragraph, Spans} from './paragraph.tsx';

/** Narrow enough that the names in the list stay visible on a terminal of 80 columns. */
export const questionWidth = 68;

type QuestionBoxProps = {
	readonly title: SafeText;
	readonly tone?: Tone;
	/** Shown before the service, such as `to` or `from`. */
	readonly preposition: SafeText;
	readonly question: Confirmation;
	/** Facts to read before answering, one line each. On a short screen the last ones are dropped first. */
	readonly facts?: (drawing: DrawContext) => readonly Line[];
	readonly sending: SafeText;
	readonly children?: ReactNode;
};

/** What a question is about: warnings, then the service and the project. */
function targetLines(preposition: SafeText, question: Confirmation, {state}: DrawContext): readonly Line[] {
	const {connection} = state;
	const outage = outageText(state);
	const target: Line = [
		{text: plain`${preposition}  `, tone: 'quiet'},
		...(connection ? [...titleLine(connection), {text: plain` · `, tone: 'plain'} as const] : []),
		{text: safe(question.projectId), tone: 'plain'},
	];
	const mixed = plain`! mixes letters from several scripts`;
	return [
		...(outage ? [[{text: outage, tone: 'bad'} as const]] : []),
		...(hasMixedScripts(question.title) ? [[{text: mixed, tone: 'bad'} as const]] : []),
		target,
	];
}

/** A confirmation for one project: names the service and the project, and warns if the name mixes scripts. */
export function QuestionBox({
	title,
	tone = 'strong',
	preposition,
	question,
	facts = () => [],
	sending,
	children,
}: QuestionBoxProps) {
	const {keyContext, theme} = useRuntime();
	useView();
	useNow();
	const linesOf = (drawing: DrawContext) => [...targetLines(preposition, question, drawing), ...facts(drawing)];
	return (
		<DialogBox
			title={title}
			tone={tone}
			width={questionWidth}
			facts={
				theme.isSpoken ? (
					<Said speak={drawing => linesOf(drawing).map(line => sentence([textOf(line)]))} />
				) : (
					linesOf(keyContext.drawContext()).map((line, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a fact is identified by its position
						<Box key={index} flexShrink={0}>
							<Spans line={line} />
						</Box>
					))
				)
			}
		>
			{children}
			<Sending isSending={question.isSending} problem={question.problem} sending={sending} />
		</DialogBox>
	);
}

type ProgressProps = {readonly text: SafeText; readonly tone?: Tone; readonly isStill?: boolean};

/** A spinner, unless it is `isStill`, before what is being done. */
export function Progress({text, tone = 'plain', isStill = false}: ProgressProps) {
	const {theme} = useRuntime();
	return (
		<Box columnGap={1}>
			<Box aria-hidden flexShrink={0}>
				{isStill ? (
					<Text>{theme.paint([{text: theme.isAscii ? plain`.` : plain`◌`, tone: 'accent'}])}</Text>
				) : (
					<Text>
						<Spinner type={theme.isAscii ? 'line' : 'dots'} />
					</Text>
				)}
			</Box>
			<Box flexDirection="column">
				<Paragraph text={text} tone={tone} />
			</Box>
		</Box>
	);
}

type SendingProps = {
	readonly isSending: boolean;
	readonly problem: FormProblem | undefined;
	readonly sending: SafeText;
};

/** The state of a submitted form or question: a spinner while it is being sent, or the problem and the request id. */
export function Sending({isSending, problem, sending}: SendingProps) {
	const requestId = problem?.error?.details.requestId;
	return (
		<>
			{isSending && <Progress text={sending} />}
			{problem && <Paragraph text={problem.sentence} tone="bad" />}
			{requestId && <Paragraph text={plain`Request ${requestId}`} tone="quiet" />}
		</>
	);
}
