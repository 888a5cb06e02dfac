import {Canvas} from '../../components/canvas.tsx';
import {selectNothing} from '../../keys/subject.ts';
import {drawWall, speakWall} from './canvas.ts';
import {wallKeys} from './keys.ts';

const WallScreen = () => <Canvas draw={drawWall} spoken={speakWall} flexGrow={1} />;

export const wallScreen = {
	title: 'Wall',
	mainScreen: undefined,
	selects: selectNothing,
	keys: wallKeys,
	component: WallScreen,
	isClosed: true,
	isFullScreen: true,
} as const;
