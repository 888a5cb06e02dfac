import {plain} from '../../../text.ts';
import {Canvas} from '../../components/canvas.tsx';
import {DialogBox} from '../../components/dialog-box.tsx';
import {typeText} from '../../keys/text-keys.ts';
import {drawPalette, speakPalette} from './canvas.ts';
import {paletteKeys} from './keys.ts';

const contentHeight = 16;

const PaletteDialog = () => (
	<DialogBox title={plain`Commands`} contentHeight={contentHeight}>
		{/* The scroll marks use the padding, which leaves the full width to the text. */}
		<Canvas draw={drawPalette} spoken={speakPalette} flexGrow={1} marginRight={-1} />
	</DialogBox>
);

export const paletteDialog = {
	title: 'Commands',
	keys: paletteKeys,
	component: PaletteDialog,
	isTyping: true,
	onText: typeText,
};
