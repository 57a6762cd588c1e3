import { sql } from 'drizzle-orm'
import { paymentsOf, shopOf } from '../http/cadastros/empresa/tray/routes'
import { lineInfo, lineOf } from '../http/cadastros/empresa/whatsapp/client'
import type { Looked } from '../http/db/connect'
import { type Ctx, rowsOf } from '../http/platform/context'
import { ApiError } from '../http/platform/errors'
import { countSecrets } from '../http/platform/secrets'
import type { Settings } from '../http/settings'
import type { Finding } from './finding'
import { asSystem } from './local'
import { servicesFor } from './setup/services'
// Defines every resource, for the secrets that their fields hold.
// oxlint-disable-next-line import/no-unassigned-import
import '../http/resources'

/** Companies whose services are called, at most. */
const COMPANIES = 20
const LATE = '10 minutes'

/** What companies set for themselves, looked at where it lives: secrets, certificates, webhooks, and the services that they name. */
export async function outsideFindings(database: Pick<Looked, 'pool'>, settings: Settings): Promise<Finding[]> {
  const services = servicesFor(database, settings)
  const run = <T>(work: (ctx: Ctx) => Promise<T>) => asSystem({ services }, work)
  const companies = await run((ctx) =>
    rowsOf(
      ctx,
      sql`select id, coalesce("xFant", "xNome") as nome, tray_url is not null as tray, whatsapp_instancia is not null or whatsapp_token is not null as whatsapp
          from empresa order by id limit ${COMPANIES}`,
    ),
  )
  const found = await run(async (ctx) => [await secrets(ctx), await certificates(ctx), await exchanges(ctx)])
  for (const { id, nome, tray, whatsapp } of companies) {
    const at = { id: Number(id), nome: String(nome) }
    if (settings.whatsappUrl && (whatsapp === true || companies.length === 1)) found.push(await line(run, at))
    if (tray === true) found.push(await shop(run, at))
  }
  return found
}

type Run = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

interface Company {
  readonly id: number
  readonly nome: string
}

async function secrets(ctx: Ctx): Promise<Finding> {
  const name = 'segredos guardados'
  const { total, old, lost } = await countSecrets(ctx)
  if (lost > 0)
    return {
      name,
      state: 'falha',
      detail: `${lost} de ${total} não abrem com a chave deste servidor`,
      mend: 'Dê a chave antiga em PRUMO_SECRET_OLD e rode prumo secret reseal, ou informe-os de novo nas telas.',
    }
  if (old > 0)
    return { name, state: 'atenção', detail: `${old} de ${total} com chave antiga`, mend: 'Rode prumo secret reseal.' }
  return { name, state: 'ok', detail: total === 0 ? 'nenhum' : `${total}, todos com a chave atual` }
}

async function certificates(ctx: Ctx): Promise<Finding> {
  const name = 'certificados'
  const rows = await rowsOf(
    ctx,
    sql`select coalesce(e."xFant", e."xNome") as nome, ceil(extract(epoch from c."dhFim" - ${ctx.clock.now()}::timestamptz) / 86400)::int as dias
        from empresa_certificado c join empresa e on e.id = c.empresa_id order by c."dhFim"`,
  )
  const ending = rows.filter((row) => Number(row.dias) <= 30)
  if (ending.length === 0) return { name, state: 'ok', detail: rows.length === 0 ? 'nenhum' : `${rows.length} em dia` }
  const told = ending.map(
    ({ nome, dias }) => `${String(nome)}: ${Number(dias) <= 0 ? 'vencido' : `vence em ${Number(dias)} dias`}`,
  )
  return { name, state: 'atenção', detail: told.join('; '), mend: 'Envie o novo certificado no cadastro da empresa.' }
}

/** What goes to outside services: late when no server is there to send it, held when a person has to look. */
async function exchanges(ctx: Ctx): Promise<Finding> {
  const name = 'comunicações'
  const [row] = await rowsOf(
    ctx,
    sql`select count(*) filter (where status = 'falhou')::int as dead,
          count(*) filter (where coalesce("dhTentando", "dhProxima") < now() - ${LATE}::interval)::int as late,
          count(*) filter (where status in ('incerta', 'recebida') and coalesce("dhTentando", "dhProxima") is null)::int as held from troca`,
  )
  const [dead, late, held] = [Number(row?.dead), Number(row?.late), Number(row?.held)]
  const told = [
    ...(late > 0 ? [`${late} atrasadas`] : []),
    ...(held > 0 ? [`${held} esperam por uma pessoa`] : []),
    ...(dead > 0 ? [`${dead} falharam`] : []),
  ]
  if (told.length === 0) return { name, state: 'ok', detail: 'nenhuma atrasada, nenhuma falha' }
  const mend =
    late > 0
      ? 'Um servidor precisa estar aberto (prumo serve) para enviá-las; e-mails precisam de SMTP_URL.'
      : 'Veja em Comunicações e tente de novo; webhooks também por prumo webhook list --falhas e prumo webhook resend --all.'
  return { name, state: 'atenção', detail: told.join(', '), mend }
}

async function line(run: Run, { id, nome }: Company): Promise<Finding> {
  return answered(`WhatsApp de ${nome}`, async () => {
    const { state } = await lineInfo(await run((ctx) => lineOf(ctx, id)))
    return state === 'open' ? 'conectado' : 'responde, mas nenhum celular está conectado'
  })
}

async function shop(run: Run, { id, nome }: Company): Promise<Finding> {
  return answered(
    `Tray de ${nome}`,
    async () => `${(await paymentsOf(await run((ctx) => shopOf(ctx, id)))).length} formas de pagamento`,
  )
}

async function answered(name: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { name, state: 'ok', detail: await ask() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { name, state: 'falha', detail: error.message, mend: 'Confira endereço e chave, e se o serviço está no ar.' }
  }
}
