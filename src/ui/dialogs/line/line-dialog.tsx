import {Box} from 'ink';
import {fieldLine} from '../../../present/typed-line.ts';
import type {LineAbout} from '../../../store/dialog.ts';
import {contentWidth} from '../../../store/layout.ts';
import {typedLine} from '../../../store/typing.ts';
import {plain, type SafeText} from '../../../text.ts';
import {AsciiInput} from '../../components/ascii-input.tsx';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph, Spans} from '../../components/paragraph.tsx';
import {useView} from '../../runtime.tsx';

type Words = {readonly title: SafeText; readonly help: SafeText};

function wordsFor(about: LineAbout): Words {
	switch (about.kind) {
		case 'body':
			return {
				title: plain`Request body to deploy ${about.question.title}`,
				help: plain`A JSON object. The API documents {} and no fields. What you enter is kept for the next deployment.`,
			};
		case 'quiet':
			return {
				title: plain`Quiet hours`,
				help: plain`No notifications between these times, as 22:00-7:00. Empty for none.`,
			};
		case 'command':
			return {
				title: plain`Command to run with each notification`,
				help: plain`A program and its arguments, run without a shell. Its environment holds LANDFALL_PROJECT, LANDFALL_OUTCOME, LANDFALL_CONCLUSION, LANDFALL_VERSION, LANDFALL_URL and others. Empty for none.`,
			};
	}
}

/** A line that is typed, what it is for, and what is wrong with it. */
export function LineDialog() {
	const {state} = useView();
	const {dialog} = state;
	const line = typedLine(state);
	if (dialog?.name !== 'line' || !line) return null;
	const {title, help} = wordsFor(dialog.about);
	return (
		<DialogBox
			title={title}
			facts={
				<Box flexShrink={0} paddingBottom={1}>
					<Paragraph text={help} tone="quiet" />
				</Box>
			}
		>
			{dialog.about.kind === 'quiet' ? (
				<AsciiInput />
			) : (
				<Spans line={fieldLine(line, plain``, contentWidth(state.size))} isCut />
			)}
			{dialog.problem && <Paragraph text={dialog.problem} tone="bad" />}
		</DialogBox>
	);
}
