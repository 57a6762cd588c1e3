import { formatDate } from '../../../../core/br/date-text'
import { showTaxId } from '../../../../core/br/tax-id'
import { type App, assertXhr, type Context, type Services } from '../../../platform/app'
import type { Ctx } from '../../../platform/context'
import { audit } from '../../../platform/engine/audit'
import { announce, insert, load, loadWhere, patchRows, reserveIds, update } from '../../../platform/engine/write'
import { ApiError, invalid } from '../../../platform/errors'
import type { RecordOf, Row } from '../../../platform/resource'
import { assertMay } from '../../../platform/rights'
import { change, idOf } from '../../../platform/routes'
import { sealedOf } from '../../../platform/secrets'
import { empresa } from '../../empresa'
import { ownCnpj } from '../own-cnpj'
import { empresaCertificado, shownCertificate } from './certificado'
import { readApart } from './read-apart'
import type { Certificate } from './pkcs12'
import { uploadForm } from '../../../platform/body'

const SIZE_LIMIT = 100 * 1024
const PASSWORD_LIMIT = 200
const UPLOAD = { limit: SIZE_LIMIT, hint: 'Envie o certificado como multipart/form-data, no campo file.' }

/** `POST /api/empresa/{id}/uploadCert` (multipart `file`, `empresa_id`, `keyPass`): the company's A1 certificate, checked whole and kept encrypted. */
export function mountCertificates(app: App, services: Services): void {
  for (const path of empresa.paths)
    app.post(`/api/${path}/:id/uploadCert`, async (c) => {
      assertXhr(c)
      assertMay({ actor: c.get('actor') }, empresa, 'edit')
      const upload = await uploadOf(c, idOf(c))
      // Deriving its key takes long, by how often the file says: nobody waits for it, and nothing of the database.
      const certificate = await readApart(upload)
      return change(services, c, (ctx) => storeCertificate(ctx, upload, certificate))
    })
}

interface Upload {
  readonly empresa_id: number
  readonly bytes: Uint8Array
  readonly keyPass: string
}

async function uploadOf(c: Context, id: number): Promise<Upload> {
  const form = await uploadForm(c, UPLOAD)
  const [file, empresa_id, keyPass] = [form.get('file'), form.get('empresa_id'), form.get('keyPass')]
  if (!(file instanceof File)) throw invalid({ file: ['Escolha um arquivo.'] })
  if (empresa_id !== null && Number(empresa_id) !== id)
    throw invalid({ empresa_id: ['A empresa do envio não é a do endereço.'] })
  if (typeof keyPass !== 'string' || keyPass.length > PASSWORD_LIMIT)
    throw invalid({ keyPass: ['Informe a senha do certificado.'] })
  if (file.size === 0) throw invalid({ file: ['O arquivo está vazio.'] })
  if (file.size > SIZE_LIMIT)
    throw new ApiError(413, 'too_large', 'O arquivo é maior que 100 kB: um certificado A1 tem poucos kB.')
  return { empresa_id: id, bytes: new Uint8Array(await file.arrayBuffer()), keyPass }
}

/** Keeps a certificate that was read of a company, sealed, in place of the one before. Throws 422 for one that is not in force or another company's. */
export async function storeCertificate(
  ctx: Ctx,
  { empresa_id, bytes, keyPass }: Upload,
  certificate: Certificate,
): Promise<object> {
  const company = await load(ctx, empresa, empresa_id, { lock: true })
  assertUsable(ctx, certificate, company)
  const { key, cert, chain } = certificate
  const content = JSON.stringify({ key, cert, chain, pfx: Buffer.from(bytes).toString('base64') })
  const values = {
    xNome: certificate.xNome,
    CNPJ_CPF: certificate.id ?? null,
    emissor: certificate.emissor,
    numero_serie: certificate.numero_serie,
    impressao: certificate.impressao,
    dhInicio: certificate.from.toISOString(),
    dhFim: certificate.to.toISOString(),
  }
  await keep(ctx, empresa_id, values, content)
  const password = sealedOf(ctx, empresa, { id: empresa_id, field: 'keyPass' }, keyPass)
  await patchRows(ctx, empresa, [{ id: empresa_id, keyPass: password }])
  const campos = [{ campo: 'certificado', de: null, para: `${certificate.xNome}, até ${dayOf(ctx, certificate.to)}` }]
  await audit(ctx, [{ resource: empresa, record: company, before: company, acao: 'uploadCert', campos }])
  await announce(ctx, empresa, empresa_id)
  return {
    message: `Certificado gravado: vale até ${dayOf(ctx, certificate.to)}.`,
    certificado: await shownCertificate(ctx, empresa_id),
  }
}

/** In place of the company's certificate before, if there was one. */
async function keep(ctx: Ctx, empresa_id: number, values: Row, content: string): Promise<void> {
  const [before] = await loadWhere(ctx, empresaCertificado, 'empresa_id', [empresa_id], { lock: true })
  const [id = 0] = before ? [before.id] : await reserveIds(ctx, empresaCertificado, 1)
  const conteudo = sealedOf(ctx, empresaCertificado, { id, field: 'conteudo' }, content)
  if (before) await update(ctx, empresaCertificado, before, { ...values, conteudo }, 'uploadCert')
  else await insert(ctx, empresaCertificado, { id, empresa_id, ...values, conteudo }, 'uploadCert')
}

/** A day in the company's time zone, as people write it. */
function dayOf({ timeZone }: Ctx, at: Date): string {
  return formatDate(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at))
}

/** In force, and of this company: of the same root, since a branch signs with the certificate of any of its company (NF-e, rejection 213). Throws 422. */
function assertUsable(ctx: Ctx, { from, to, id }: Certificate, company: RecordOf<typeof empresa>): void {
  const now = new Date(ctx.clock.now())
  if (to <= now) throw invalid({ file: [`O certificado venceu em ${dayOf(ctx, to)}.`] })
  if (from > now) throw invalid({ file: [`O certificado só vale a partir de ${dayOf(ctx, from)}.`] })
  if (!id) throw invalid({ file: ['O certificado não traz CNPJ: use um e-CNPJ A1 da ICP-Brasil.'] })
  const root = (one: string) => (one.length === 14 ? one.slice(0, 8) : one)
  if (root(id) === root(ownCnpj(company, 'gravar o certificado'))) return
  throw invalid({ file: [`O certificado é de outra empresa: ${showTaxId(id)}.`] })
}
