import { CoreError } from '../../../core/errors'
import { MAX_STATEMENT_BYTES } from '../../../core/statement/statement'
import { withCtx } from '../../platform/app'
import { badRequest } from '../../platform/errors'
import { load } from '../../platform/engine/write'
import { type FileCall, fileRoute } from '../../platform/file-route'
import { readId } from '../../platform/parse'
import { idOf } from '../../platform/routes'
import { conciliacaoBancaria } from './conciliacao'
import { extratoBanco } from './extrato'
import { type Asked, importStatement } from './import'
import { readApart } from './read-apart'

/**
 * `POST /api/financeiro/extrato_banco/upload_ofx` (with `banco_id` and `confirma` beside the files; E3-047), and the same of a reconciliation (E3-053): the account is its own, and it
 * comes to hold the lines; without a number one is opened where there is none.
 */
export const mountUploadOfx = fileRoute({
  of: extratoBanco,
  paths: [
    ...extratoBanco.paths.map((path) => `${path}/upload_ofx`),
    ...conciliacaoBancaria.paths.flatMap((path) => [`${path}/upload`, `${path}/:id/upload`]),
  ],
  uploads: {
    fileLimit: MAX_STATEMENT_BYTES,
    filesLimit: 24,
    limit: 4 * MAX_STATEMENT_BYTES,
    hint: 'Envie o extrato como multipart/form-data, no campo file.',
    none: 'Envie ao menos um arquivo de extrato.',
  },
  ask: askedOf,
  read: async ({ arquivo, bytes }, asked) => {
    const statement = await read(bytes)
    return async (ctx) => ({
      formato: statement.formato,
      contas: await importStatement(ctx, statement, { ...asked, arquivo }),
    })
  },
})

type Given = Omit<Asked, 'arquivo'>

async function askedOf(call: FileCall): Promise<Given> {
  const { form, isTrial } = call
  const confirma = ['1', 'true'].includes(String(form.get('confirma') ?? ''))
  return { banco_id: accountAsked(form.get('banco_id')), confirma, simula: isTrial, ...(await sessionAsked(call)) }
}

/** Of which reconciliation it is asked. Throws 404. */
async function sessionAsked({ services, c }: FileCall): Promise<Partial<Given>> {
  if (!c.req.path.endsWith('/upload')) return {}
  if (c.req.param('id') === undefined) return { opens: true }
  const { banco_id, id } = await withCtx(services, c, 'read', (ctx) => load(ctx, conciliacaoBancaria, idOf(c)))
  return { opens: true, banco_id, session_id: id }
}

function accountAsked(given: FormDataEntryValue | null): number | undefined {
  if (given === null || given === '') return undefined
  const id = readId(given)
  if (id === undefined) throw badRequest('Selecione a "Conta Caixa"', 'no_account')
  return id
}

/** Throws 400 `unreadable_statement` in the specification's words, with what is wrong. */
async function read(bytes: Uint8Array) {
  try {
    return await readApart(bytes)
  } catch (error) {
    if (error instanceof CoreError && error.code === 'unreadable_statement')
      throw badRequest(`Não foi possível carregar o arquivo: ${error.message}`, 'unreadable_statement')
    throw error
  }
}
