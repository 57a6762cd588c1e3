import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { counted } from '../../ui/format'
import { isRecord, numberOf, textOf } from '../../ui/row'

/** What nobody can read is told in the specification's words. */
function tellFailure(error: unknown): void {
  if (error instanceof ApiError && (error.status === 413 || error.status >= 500))
    toast.danger(`Não foi possível carregar o arquivo: ${error.status}`)
  else toast.error(error)
}

function tell(account: Readonly<Record<string, unknown>>): void {
  const [fresh, known] = [numberOf(account.novas) ?? 0, numberOf(account.conhecidas) ?? 0]
  const parts = [counted(fresh, 'linha nova', 'linhas novas')]
  if (known > 0) parts.push(`${known} já conhecidas`)
  toast.success(`${textOf(account.conta)}: ${parts.join(', ')}.`)
  const faults = Array.isArray(account.faltas) ? account.faltas.filter((one) => isRecord(one)) : []
  if (faults.length > 0)
    toast.alert(
      faults
        .slice(0, 5)
        .map((one) => `- Lançamento ${textOf(one.n)}: ${textOf(one.motivo)}`)
        .join('\n'),
      { title: `${counted(faults.length, 'lançamento não foi lido', 'lançamentos não foram lidos')}` },
    )
}

async function send(path: string, file: File, agreed: boolean): Promise<unknown> {
  const form = new FormData()
  form.append('file', file)
  if (agreed) form.append('confirma', '1')
  try {
    return await post(path, form)
  } catch (error) {
    if (agreed || !(error instanceof ApiError) || error.code !== 'confirm') throw error
    const goes = await confirm({ title: 'Outra conta', text: error.message, action: 'Carregar', anyway: true })
    return goes ? send(path, file, true) : null
  }
}

/** Reads statements in, one after the other, and tells what became of each. Answers the reconciliation that holds the last; null where none was read. */
export async function loadFiles(path: string, files: readonly File[]): Promise<number | null> {
  let session: number | null = null
  for (const file of files)
    try {
      const answer = await send(path, file, false)
      for (const account of isRecord(answer) && Array.isArray(answer.contas) ? answer.contas : []) {
        if (!isRecord(account)) continue
        tell(account)
        session = numberOf(account.conciliacao_bancaria_id) ?? session
      }
    } catch (error) {
      tellFailure(error)
    }
  announce('extrato_banco')
  announce('conciliacao_bancaria')
  return session
}
