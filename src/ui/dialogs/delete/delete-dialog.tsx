import {confirmationOf} from '../../../project-title.ts';
import {contentWidth} from '../../../store/model/layout.ts';
import {editedLine} from '../../../store/state/text-editing.ts';
import {plain} from '../../../text.ts';
import {Field} from '../../components/field.tsx';
import {QuestionBox, questionWidth} from '../../components/question-box.tsx';
import {typeText} from '../../keys/text-keys.ts';
import {useView} from '../../runtime.tsx';
import {deleteKeys} from './keys.ts';

/** Asks the user to type the title or the id of the project before it is deleted. */
function DeleteDialog() {
	const {state, theme} = useView();
	const {dialog} = state.interface;
	if (dialog?.name !== 'delete') return null;
	const confirmation = confirmationOf(dialog.title, dialog.projectId);
	return (
		<QuestionBox
			title={plain`Permanently delete ${dialog.title}?`}
			tone="bad"
			question={dialog}
			preposition={plain`from`}
			facts={[
				[
					{text: plain`Type `, tone: 'plain'},
					{text: confirmation, tone: 'strong'},
					{text: plain` to confirm.`, tone: 'plain'},
				],
			]}
			sending={plain`Deleting the project`}
		>
			<Field
				label={plain`confirm`}
				value={dialog.typed}
				hint={plain``}
				typed={dialog.isSending ? undefined : editedLine(state)}
				width={contentWidth(state.interface.size, questionWidth)}
				theme={theme}
			/>
		</QuestionBox>
	);
}

export const deleteDialog = {
	title: 'Delete',
	keys: deleteKeys,
	component: DeleteDialog,
	isTyping: true,
	onText: typeText,
};
