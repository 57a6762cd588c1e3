import { join } from 'node:path'
import { CONFORMANCE } from '../../../fixtures/conformance'
import { schemasIn } from './schemas'

/** The official packages. */
export const SCHEMAS = join(CONFORMANCE, 'fiscal/xsd')

/** Which package judges: that of a day, which has to be the one of a name where it is told. */
interface Judge {
  readonly day?: string
  readonly set?: string
}

/** What is wrong with a document by a file of the official packages; nothing where it is valid. */
export function faultsBy(xml: string, file: string, { day = '2026-11-20', set }: Judge = {}): readonly unknown[] {
  const verdict = schemasIn(SCHEMAS).check(xml, { file, day })
  if (verdict.state === 'none') return [verdict.why]
  if (set !== undefined && verdict.set !== set) return [`judged by ${verdict.set}`]
  return verdict.state === 'valid' ? [] : verdict.errors
}
