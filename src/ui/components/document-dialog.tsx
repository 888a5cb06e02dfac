import type {SafeText} from '../../base/text.ts';
import {useRuntime, useStore} from '../runtime.tsx';
import {Canvas} from './canvas.tsx';
import {DialogBox} from './dialog-box.tsx';
import {
	type DocumentStyle,
	documentHeight,
	drawDocument,
	drawDocumentFoot,
	speakDocument,
	speakDocumentFoot,
	unlimitedSize,
} from './document.ts';

/** Creates the component of a dialog that shows a document. */
export function documentDialog(title: SafeText, style: DocumentStyle) {
	const draw = drawDocument(style);
	const drawFoot = drawDocumentFoot(style);
	const [speak, speakFoot] = [speakDocument(style), speakDocumentFoot(style)];
	return function DocumentDialog() {
		const {keyContext} = useRuntime();
		const height = useStore(state => documentHeight(style, {...keyContext.drawContext(), state}));
		return (
			<DialogBox
				title={title}
				contentHeight={height}
				{...(style.isLarge && {width: unlimitedSize})}
				foot={<Canvas draw={drawFoot} spoken={speakFoot} flexGrow={1} height={1} />}
			>
				{/* The scroll marks use the padding, which leaves the full width to the text. */}
				<Canvas draw={draw} spoken={speak} flexGrow={1} marginRight={-1} />
			</DialogBox>
		);
	};
}
