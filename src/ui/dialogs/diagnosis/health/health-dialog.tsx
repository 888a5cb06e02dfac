import {plain} from '../../../../text.ts';
import {documentLayer} from '../../../components/document.ts';
import {documentDialog} from '../../../components/document-dialog.tsx';
import {healthDocument} from './document.ts';
import {healthKeys} from './keys.ts';

export const healthDialog = {
	...documentLayer('Health', healthDocument, healthKeys),
	component: documentDialog(plain`Health`, healthDocument),
};
