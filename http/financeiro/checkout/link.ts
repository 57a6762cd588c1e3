import { sql } from 'drizzle-orm'
import { decimal } from '../../../core/money/decimal'
import { empresa } from '../../cadastros/empresa'
import { type Ctx, rowsOf } from '../../platform/context'
import { insert, loadWhere, update } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { secretOf } from '../../platform/secrets'
import { createsLink, tellWithdrawn } from './exchange'
import { type Link, linkPagamento } from './link-pagamento'

/** Where customers pay: nobody pays there any more in the others. */
const LIVE: ReadonlySet<unknown> = new Set(['gerando', 'aberto'])

/** Has the company of the caller told which service it uses? */
export async function hasCheckout(ctx: Ctx, empresa_id: number): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select id, checkout_token from empresa where id = ${empresa_id} and checkout_url is not null`,
  )
  return row !== undefined && secretOf(ctx, empresa, row, 'checkout_token') !== undefined
}

/** An instalment of a sale, to be paid. */
export interface Due {
  readonly id: number
  readonly empresa_id: number
  readonly venda_id: number
  /** Decimal text: what is owed now. */
  readonly valor: string
}

/**
 * The link at which an instalment is paid: the one that it has for this very amount, else a new one, which the service is asked for after the commit. Links of another
 * amount are cancelled there. The instalment is locked by the caller, so that two that ask at once get the same.
 */
export async function linkOf(ctx: Ctx, due: Due): Promise<Link> {
  const all = await loadWhere(ctx, linkPagamento, 'venda_duplicata_id', [due.id], { lock: true })
  const live = await withoutFailed(
    ctx,
    all.filter((one) => LIVE.has(one.situacao)),
  )
  const same = live.find((one) => decimal(one.valor).eq(due.valor))
  await withdraw(
    ctx,
    live.filter((one) => one !== same),
  )
  return same ?? newLink(ctx, due)
}

/** What was given up after all tries is no link; it is asked for anew. */
async function withoutFailed(ctx: Ctx, links: readonly Link[]): Promise<Link[]> {
  const waiting = links.filter((one) => one.situacao === 'gerando').map((one) => one.referencia)
  const failed = new Map(
    (waiting.length === 0
      ? []
      : await rowsOf(
          ctx,
          sql`select chave, erro from troca where tipo = ${createsLink.kind.name} and status = 'falhou' and chave in ${waiting}`,
        )
    ).map((row) => [row.chave, row.erro]),
  )
  for (const link of links)
    if (failed.has(link.referencia))
      await update(
        ctx,
        linkPagamento,
        link,
        { situacao: 'falhou', erro: failed.get(link.referencia) },
        'não foi gerado pelo serviço',
      )
  return links.filter((one) => !failed.has(one.referencia))
}

async function newLink(ctx: Ctx, { id, empresa_id, venda_id, valor }: Due): Promise<Link> {
  const about = await aboutSale(ctx, id)
  const referencia = crypto.randomUUID()
  const link = await insert(ctx, linkPagamento, {
    empresa_id,
    cliente_id: about.cliente_id,
    venda_id,
    venda_duplicata_id: id,
    referencia,
    valor,
  })
  const { publicUrl } = ctx.mail
  const wanted = {
    reference: referencia,
    amount: Number(decimal(valor).times(100).toFixed(0)),
    currency: 'BRL',
    description: `Venda nº ${venda_id}, parcela ${Number(about.n)} de ${Number(about.parcelas)}`,
    due_date: about.dVencimento,
    methods: ['card', 'pix', 'boleto'],
    payer: {
      name: about.nome,
      ...(about.documento === null ? {} : { tax_id: about.documento }),
      ...(about.email === null ? {} : { email: about.email }),
    },
    ...(publicUrl ? { notification_url: `${publicUrl.replace(/\/+$/, '')}${noticePath(empresa_id)}` } : {}),
  }
  await createsLink.queue(ctx, [
    {
      empresa_id,
      chave: referencia,
      assunto: wanted.description,
      corpo: JSON.stringify(wanted),
      recurso: linkPagamento.name,
      registro_id: link.id,
      sigiloso: true,
    },
  ])
  return link
}

async function aboutSale(ctx: Ctx, duplicata_id: number): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select s.cliente_id, coalesce(s."cliente_xNome", c."xNome") as nome, coalesce(s."cliente_CNPJ_CPF", c."CNPJ_CPF") as documento, nullif(c.email, '') as email,
          d.n, d."dVencimento", (select count(*) from venda_duplicata i where i.venda_id = d.venda_id) as parcelas
        from venda_duplicata d join venda s on s.id = d.venda_id join cliente c on c.id = s.cliente_id where d.id = ${duplicata_id}`,
  )
  return row ?? {}
}

/** Where the service of a company tells of payments. */
export const noticePath = (empresa_id: number | string): string => `/publico/pagamento/${empresa_id}`

/** Links at which nobody shall pay any more. The service is told of those that it has made. */
async function withdraw(ctx: Ctx, links: readonly Link[]): Promise<void> {
  for (const link of links)
    await tellWithdrawn(ctx, await update(ctx, linkPagamento, link, { situacao: 'substituido' }, 'cancelou o link'))
}

/** A sale that was cancelled is paid by nobody: its open links go. */
export async function withdrawLinksOf(ctx: Ctx, venda_id: number): Promise<void> {
  const all = await loadWhere(ctx, linkPagamento, 'venda_id', [venda_id], { lock: true })
  await withdraw(
    ctx,
    all.filter((one) => LIVE.has(one.situacao)),
  )
}
