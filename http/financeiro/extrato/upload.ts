import { CoreError } from '../../../core/errors'
import { MAX_STATEMENT_BYTES } from '../../../core/statement/statement'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { uploadForm } from '../../platform/body'
import { toApiError } from '../../platform/error-answer'
import { ApiError, badRequest } from '../../platform/errors'
import { load } from '../../platform/engine/write'
import { readId } from '../../platform/parse'
import { idOf } from '../../platform/routes'
import { assertMay } from '../../platform/rights'
import { conciliacaoBancaria } from './conciliacao'
import { extratoBanco } from './extrato'
import { type Asked, importStatement } from './import'
import { readApart } from './read-apart'

const FILES_LIMIT = 24
const UPLOAD = { limit: 4 * MAX_STATEMENT_BYTES, hint: 'Envie o extrato como multipart/form-data, no campo file.' }

/** `POST /api/financeiro/extrato_banco/upload_ofx` (multipart `file`, one or more; `banco_id`, `confirma`, `simula`): each file stands alone, in its own transaction (E3-047). */
export function mountUploadOfx(app: App, services: Services): void {
  const answer = async (c: Context) => {
    assertXhr(c)
    assertNoTrial(c)
    assertMay({ actor: c.get('actor') }, extratoBanco, 'create')
    const { files, ...given } = await formOf(c)
    const asked = { ...given, ...(await sessionAsked(services, c)) }
    const data: object[] = []
    for (const file of files) data.push(await take(services, c, file, { ...asked, alone: files.length === 1 }))
    return c.json({ data, ...(data.length === 1 ? data[0] : {}) })
  }
  for (const path of extratoBanco.paths) app.post(`/api/${path}/upload_ofx`, answer)
  // The same of a reconciliation (E3-053): the account is its own, and it comes to hold the lines; without a number one is opened where there is none.
  for (const path of conciliacaoBancaria.paths) {
    app.post(`/api/${path}/upload`, answer)
    app.post(`/api/${path}/:id/upload`, answer)
  }
}

type Given = Omit<Asked, 'arquivo'>

/** Of which reconciliation it is asked. Throws 404. */
async function sessionAsked(services: Services, c: Context): Promise<Partial<Given>> {
  if (!c.req.path.endsWith('/upload')) return {}
  if (c.req.param('id') === undefined) return { opens: true }
  const { banco_id, id } = await withCtx(services, c, 'read', (ctx) => load(ctx, conciliacaoBancaria, idOf(c)))
  return { opens: true, banco_id, session_id: id }
}

async function formOf(c: Context): Promise<Given & { readonly files: readonly File[] }> {
  const form = await uploadForm(c, UPLOAD)
  const files = ['file', 'file[]', 'files'].flatMap((name) => form.getAll(name)).filter((one) => one instanceof File)
  if (files.length === 0) throw badRequest('Envie ao menos um arquivo de extrato.')
  if (files.length > FILES_LIMIT) throw badRequest(`Envie no máximo ${FILES_LIMIT} arquivos por vez.`)
  const flagged = (name: string) => ['1', 'true'].includes(String(form.get(name) ?? ''))
  return {
    files,
    banco_id: accountAsked(form.get('banco_id')),
    confirma: flagged('confirma'),
    simula: flagged('simula'),
  }
}

function accountAsked(given: FormDataEntryValue | null): number | undefined {
  if (given === null || given === '') return undefined
  const id = readId(given)
  if (id === undefined) throw badRequest('Selecione a "Conta Caixa"', 'no_account')
  return id
}

/** Takes one file in; alone, its refusal is the answer, among others it is told beside its name. */
async function take(services: Services, c: Context, file: File, asked: Given & { alone: boolean }): Promise<object> {
  try {
    const statement = await read(file)
    const contas = await withCtx(services, c, 'write', (ctx) =>
      importStatement(ctx, statement, { ...asked, arquivo: file.name }),
    )
    return { file: file.name, formato: statement.formato, contas }
  } catch (error) {
    const refusal = toApiError(error)
    if (asked.alone || !refusal) throw error
    return { file: file.name, code: refusal.code, message: refusal.message }
  }
}

/** Throws 400 `unreadable_statement` in the specification's words, with what is wrong, and 413. */
async function read(file: File) {
  if (file.size > MAX_STATEMENT_BYTES)
    throw new ApiError(413, 'too_large', `O arquivo é maior que ${MAX_STATEMENT_BYTES / 1024 / 1024} MB.`)
  try {
    // Read before there is a transaction: nothing of the database waits for it.
    return await readApart(new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    if (error instanceof CoreError && error.code === 'unreadable_statement')
      throw badRequest(`Não foi possível carregar o arquivo: ${error.message}`, 'unreadable_statement')
    throw error
  }
}
