import {plain} from '../../../text.ts';
import {Canvas} from '../../components/canvas.tsx';
import {DialogBox} from '../../components/dialog-box.tsx';
import {drawPalette} from './canvas.ts';

const lines = 16;

export const PaletteDialog = () => (
	<DialogBox title={plain`Commands`} contentHeight={lines}>
		<Canvas draw={drawPalette} flexGrow={1} />
	</DialogBox>
);
