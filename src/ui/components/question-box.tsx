import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {Line, Tone} from '../../present/line.ts';
import type {Confirmation} from '../../store/model/writes/confirmation.ts';
import {hasMixedScripts, plain, type SafeText, safe} from '../../text.ts';
import {serviceTitle} from '../render/service-title.ts';
import {useStore} from '../runtime.tsx';
import {DialogBox} from './dialog-box.tsx';
import {Spans} from './paragraph.tsx';
import {Sending} from './sending.tsx';

type Props = {
	readonly title: SafeText;
	readonly tone?: Tone;
	/** What stands before the service that it is about. */
	readonly preposition: SafeText;
	readonly question: Confirmation;
	/** Facts to read before answering, a line each. On a low screen the last ones are left out first. */
	readonly facts?: readonly Line[];
	/** What is said while it is sent. */
	readonly sending: SafeText;
	readonly children?: ReactNode;
};

/** A question about one project, over the list that it was asked from. */
export function QuestionBox({title, tone = 'strong', preposition, question, facts = [], sending, children}: Props) {
	const connection = useStore(state => state.connection);
	const place = connection ? plain`${serviceTitle(connection)} · ` : plain``;
	const target: Line = [
		{text: plain`${preposition}  `, tone: 'quiet'},
		{text: plain`${place}${safe(question.projectId)}`, tone: 'plain'},
	];
	const warnings: readonly Line[] = hasMixedScripts(question.title)
		? [[{text: plain`! letters of several scripts`, tone: 'bad'}]]
		: [];
	return (
		<DialogBox
			title={title}
			tone={tone}
			facts={[...warnings, target, ...facts].map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a fact is its place
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
