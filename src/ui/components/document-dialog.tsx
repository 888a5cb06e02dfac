import type {SafeText} from '../../text.ts';
import {useRuntime, useStore} from '../runtime.tsx';
import {Canvas} from './canvas.tsx';
import {DialogBox} from './dialog-box.tsx';
import {all, type DocumentStyle, documentHeight, drawDocument, drawDocumentFoot} from './document.ts';

/** A dialog that shows a document. */
export function documentDialog(title: SafeText, style: DocumentStyle) {
	const draw = drawDocument(style);
	const drawFoot = drawDocumentFoot(style);
	return function DocumentDialog() {
		const {desk} = useRuntime();
		const height = useStore(state => documentHeight(style, {...desk.shown(), state}));
		return (
			<DialogBox
				title={title}
				contentHeight={height}
				{...(style.isLarge && {width: all})}
				foot={<Canvas draw={drawFoot} flexGrow={1} height={1} />}
			>
				{/* The marks lie on the padding, so that the text has the whole width. */}
				<Canvas draw={draw} flexGrow={1} marginRight={-1} />
			</DialogBox>
		);
	};
}
