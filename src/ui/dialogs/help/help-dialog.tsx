import {plain} from '../../../text.ts';
import {documentLayer} from '../../components/document.ts';
import {documentDialog} from '../../components/document-dialog.tsx';
import {helpDocument} from './document.ts';
import {helpKeys} from './keys.ts';

export const helpDialog = {
	...documentLayer('Help', helpDocument, helpKeys),
	component: documentDialog(plain`Help`, helpDocument),
};
