import {plain} from '../../../../text.ts';
import {documentLayer} from '../../../components/document.ts';
import {documentDialog} from '../../../components/document-dialog.tsx';
import {requestDocument} from './document.ts';
import {requestKeys} from './keys.ts';

export const requestDialog = {
	...documentLayer('Request', requestDocument, requestKeys),
	component: documentDialog(plain`Request`, requestDocument),
};
