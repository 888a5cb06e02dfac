import {Box} from 'ink';
import {fieldLine} from '../../../present/typed-line.ts';
import {contentWidth} from '../../../store/model/layout.ts';
import type {LineAbout} from '../../../store/state/dialog.ts';
import {editedLine} from '../../../store/state/text-editing.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {AsciiInput} from '../../components/ascii-input.tsx';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph, Spans} from '../../components/paragraph.tsx';
import {useView} from '../../runtime.tsx';
import {isForShortLine, lineKeys, typeLine} from './keys.ts';

type Texts = {readonly title: SafeText; readonly help: SafeText};

function textsFor(about: LineAbout): Texts {
	switch (about.kind) {
		case 'body':
			return {
				title: plain`Request body to deploy ${about.question.title}`,
				help: plain`A JSON object. The API documents {} and no fields. What you enter is kept for the next deployment.`,
			};
		case 'quiet':
			return {
				title: plain`Quiet hours`,
				help: plain`Quiet between these times, such as 22:00-7:00. Empty for none.`,
			};
		case 'profile name':
			return {title: plain`New name of ${safe(about.profile)}`, help: plain`Its key and its history move along.`};
		case 'protects':
			return {
				title: plain`Projects that ${safe(about.profile)} protects`,
				help: plain`Names or slugs, separated by commas; * stands for any text. They can't be deleted, and deploying one asks twice. Empty for none.`,
			};
		case 'command':
			return {
				title: plain`Command to run with each notification`,
				help: plain`A program and its arguments, run without a shell. Its environment holds LANDFALL_PROJECT, LANDFALL_OUTCOME, LANDFALL_CONCLUSION, LANDFALL_VERSION, LANDFALL_URL and others. Empty for none.`,
			};
	}
}

/** A single text field with a title, a help text and the problem with what is typed. */
function LineDialog() {
	const {state} = useView();
	const {dialog} = state.interface;
	const line = editedLine(state);
	if (dialog?.name !== 'line' || !line) return null;
	const {title, help} = textsFor(dialog.about);
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
				<AsciiInput width={contentWidth(state.interface.size)} />
			) : (
				<Spans line={fieldLine(line, plain``, contentWidth(state.interface.size))} isCut />
			)}
			{dialog.problem && <Paragraph text={dialog.problem} tone="bad" />}
		</DialogBox>
	);
}

export const lineDialog = {
	title: 'Line',
	keys: lineKeys,
	component: LineDialog,
	isTyping: true,
	onText: typeLine,
	isForWidget: isForShortLine,
};
