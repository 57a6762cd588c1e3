import type { CivilDate } from '../../br/civil-date'
import { CoreError } from '../../errors'

/** What a remessa is known by, beside what is in it. */
export interface NamedFile {
  readonly banco: string
  readonly data: CivilDate
  /** The file's number in the account's series. */
  readonly sequencia: number
  /** The how-manieth file of its day, from 1 on. */
  readonly doDia: number
  readonly convenio?: string | undefined
}

/** Sicredi writes a month in one letter, and the files of a day in the ending: CRM, RM2 to RM9, RM0. */
const MONTHS = '123456789OND'
const MAX_OF_DAY_SICREDI = 10

const dayMonth = (date: CivilDate) => `${date.slice(8, 10)}${date.slice(5, 7)}`

function ofSicredi({ convenio = '', data, doDia }: NamedFile): string {
  if (doDia > MAX_OF_DAY_SICREDI)
    throw new CoreError('too_many_files', 'O Sicredi aceita até 10 remessas por dia; envie as demais amanhã.')
  const ending = doDia === 1 ? 'CRM' : `RM${doDia % 10}`
  return `${convenio.slice(-5).padStart(5, '0')}${MONTHS.charAt(Number(data.slice(5, 7)) - 1)}${data.slice(8, 10)}.${ending}`
}

/**
 * The name that a bank wants a remessa to have; where it wants none, one by which files do not get mixed up. Throws `too_many_files` where a day has no more names.
 */
export function remessaFileName(file: NamedFile): string {
  if (file.banco === '748') return ofSicredi(file)
  if (file.banco === '237') return `CB${dayMonth(file.data)}${String(file.doDia % 100).padStart(2, '0')}.REM`
  return `COB${file.banco}${dayMonth(file.data)}${String(file.sequencia).padStart(6, '0')}.REM`
}
