import type {SafeText} from '../../text.ts';
import type {Draw} from '../desk.ts';
import {Canvas} from './canvas.tsx';
import {DialogBox} from './dialog-box.tsx';

type Props = {
	readonly title: SafeText;
	readonly draw: Draw;
	/** Whether it is a table, which a wide screen shows more of. */
	readonly isTable?: boolean;
};

/** Larger than any screen: the dialog takes what there is. */
const all = 10_000;

/** A dialog that scrolls through a text or a table. */
export const DocumentDialog = ({title, draw, isTable = false}: Props) => (
	<DialogBox title={title} contentHeight={all} {...(isTable && {width: all})}>
		<Canvas draw={draw} flexGrow={1} />
	</DialogBox>
);
