import { CoreError } from '../../../core/errors'
import { MAX_STATEMENT_BYTES } from '../../../core/statement/statement'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { badRequest } from '../../platform/errors'
import { load } from '../../platform/engine/write'
import { readId } from '../../platform/parse'
import { idOf } from '../../platform/routes'
import { assertMay } from '../../platform/rights'
import { filesSent, takeEach, type Uploads } from '../../platform/uploads'
import { conciliacaoBancaria } from './conciliacao'
import { extratoBanco } from './extrato'
import { type Asked, importStatement } from './import'
import { readApart } from './read-apart'

const UPLOADS: Uploads = {
  fileLimit: MAX_STATEMENT_BYTES,
  filesLimit: 24,
  limit: 4 * MAX_STATEMENT_BYTES,
  hint: 'Envie o extrato como multipart/form-data, no campo file.',
  none: 'Envie ao menos um arquivo de extrato.',
}

/** `POST /api/financeiro/extrato_banco/upload_ofx` (multipart `file`, one or more; `banco_id`, `confirma`, `simula`): each file stands alone, in its own transaction (E3-047). */
export function mountUploadOfx(app: App, services: Services): void {
  const answer = async (c: Context) => {
    assertXhr(c)
    assertNoTrial(c)
    assertMay({ actor: c.get('actor') }, extratoBanco, 'create')
    const { files, form } = await filesSent(c, UPLOADS)
    const asked = { ...givenIn(form), ...(await sessionAsked(services, c)) }
    return c.json(await takeEach(files, UPLOADS, (file) => take(services, c, file, asked)))
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

function givenIn(form: FormData): Given {
  const flagged = (name: string) => ['1', 'true'].includes(String(form.get(name) ?? ''))
  return { banco_id: accountAsked(form.get('banco_id')), confirma: flagged('confirma'), simula: flagged('simula') }
}

function accountAsked(given: FormDataEntryValue | null): number | undefined {
  if (given === null || given === '') return undefined
  const id = readId(given)
  if (id === undefined) throw badRequest('Selecione a "Conta Caixa"', 'no_account')
  return id
}

async function take(services: Services, c: Context, file: File, asked: Given): Promise<object> {
  const statement = await read(file)
  const contas = await withCtx(services, c, 'write', (ctx) =>
    importStatement(ctx, statement, { ...asked, arquivo: file.name }),
  )
  return { formato: statement.formato, contas }
}

/** Throws 400 `unreadable_statement` in the specification's words, with what is wrong. */
async function read(file: File) {
  try {
    // Read before there is a transaction: nothing of the database waits for it.
    return await readApart(new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    if (error instanceof CoreError && error.code === 'unreadable_statement')
      throw badRequest(`Não foi possível carregar o arquivo: ${error.message}`, 'unreadable_statement')
    throw error
  }
}
