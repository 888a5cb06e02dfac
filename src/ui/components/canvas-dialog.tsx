import type {Draw} from '../desk.ts';
import {useStore} from '../runtime.tsx';
import {Canvas} from './canvas.tsx';
import {Overlay} from './overlay.tsx';

/** A dialog in the place of the screen. */
export function CanvasDialog({draw}: {readonly draw: Draw}) {
	const columns = useStore(({size}) => size.columns);
	return (
		<Overlay position="absolute" width={columns} height="100%">
			<Canvas draw={draw} flexGrow={1} />
		</Overlay>
	);
}
