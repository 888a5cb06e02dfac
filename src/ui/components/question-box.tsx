import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {Line, Tone} from '../../present/line.ts';
import type {Confirmation} from '../../store/model/writes/confirmation.ts';
import {hasMixedScripts, plain, type SafeText, safe} from '../../text.ts';
import {outageText} from '../render/problem-texts.ts';
import {titleLine} from '../render/service-title.ts';
import {useView} from '../runtime.tsx';
import {DialogBox} from './dialog-box.tsx';
import {Spans} from './paragraph.tsx';
import {Sending} from './sending.tsx';

/** Narrow enough that the names in the list stay visible on a terminal of 80 columns. */
export const questionWidth = 68;

type Props = {
	readonly title: SafeText;
	readonly tone?: Tone;
	/** Shown before the service, such as `to` or `from`. */
	readonly preposition: SafeText;
	readonly question: Confirmation;
	/** Facts to read before answering, one line each. On a short screen the last ones are dropped first. */
	readonly facts?: readonly Line[];
	/** Shown while the request is being sent. */
	readonly sending: SafeText;
	readonly children?: ReactNode;
};

/** A confirmation for one project: names the service and the project, and warns if the name mixes scripts. */
export function QuestionBox({title, tone = 'strong', preposition, question, facts = [], sending, children}: Props) {
	const {state} = useView();
	const {connection} = state;
	const outage = outageText(state);
	const target: Line = [
		{text: plain`${preposition}  `, tone: 'quiet'},
		...(connection ? [...titleLine(connection), {text: plain` · `, tone: 'plain'} as const] : []),
		{text: safe(question.projectId), tone: 'plain'},
	];
	const warnings: readonly Line[] = [
		...(outage ? [[{text: outage, tone: 'bad'} as const]] : []),
		...(hasMixedScripts(question.title)
			? [[{text: plain`! mixes letters from several scripts`, tone: 'bad'} as const]]
			: []),
	];
	return (
		<DialogBox
			title={title}
			tone={tone}
			width={questionWidth}
			facts={[...warnings, target, ...facts].map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a fact is identified by its position
				<Box key={index} flexShrink={0}>
					<Spans line={line} />
				</Box>
			))}
		>
			{children}
			<Sending isSending={question.isSending} problem={question.problem} sending={sending} />
		</DialogBox>
	);
}
