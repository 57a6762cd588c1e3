import type { Remessa } from '../../../core/banking/cnab/titulo'
import { writeRemessa } from '../../../core/banking/cnab/write-remessa'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<Remessa, string, never> = (remessa) => writeRemessa(remessa)

/** The largest file takes some seconds. */
const SECONDS = 60
const write = apart<Remessa, string>(new URL(import.meta.url), 1)

/** Writes a file in a thread of its own. Throws what `writeRemessa` throws. */
export const writeApart = (remessa: Remessa): Promise<string> => write(remessa, { seconds: SECONDS })
