import { sql } from 'drizzle-orm'
import {
  ediConteudoFields,
  ediFaturaFields,
  ediFields,
  ediLinhaFields,
  LINE_DONE,
  vendaRastreioFields,
} from '../../../core/fields/expedicao/edi'
import { ediFaturaLife } from '../../../core/lifecycle/edi-fatura'
import { effects } from '../../documents/steps'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { deleteRows, loadWhere } from '../../platform/engine/write'
import { type RecordOf, type Resource, resource, resourceNamed, type Row } from '../../platform/resource'

/** Files exchanged with carriers: NOTFIS, OCOREN, CONEMB and DOCCOB (N3-062). */
export const edi = resource({
  name: 'edi',
  paths: ['expedicao/edi', 'edi'],
  title: 'Arquivo de EDI',
  right: 'edi',
  company: 'own',
  fields: ediFields,
  search: ['arquivo', 'xTransp', 'intercambio'],
  display: ['tipo', 'arquivo', 'dGeracao'],
  unique: [['empresa_id', 'sha256']],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: {
    prepare: (_ctx, drafts) => {
      if (drafts.some(({ before }) => !before))
        throw invalid({ file: ['Envie o arquivo da transportadora como multipart/form-data, no campo file.'] })
    },
    remove: async (ctx, record) => removeParts(ctx, record),
  },
})

/** The bytes of files, beside their records: nobody waits for them who does not ask. */
export const ediConteudo = resource({
  name: 'edi_conteudo',
  paths: ['expedicao/edi_conteudo'],
  title: 'Conteúdo de EDI',
  right: 'edi',
  readOnly: true,
  company: 'own',
  fields: ediConteudoFields,
  search: [],
  display: ['edi_id'],
  unique: [['edi_id']],
})

/** What a carrier charges, invoice by invoice. */
export const ediFatura = resource({
  name: 'edi_fatura',
  paths: ['expedicao/edi_fatura', 'edi_fatura'],
  title: 'Fatura de frete',
  right: 'edi',
  readOnly: true,
  company: 'own',
  fields: ediFaturaFields,
  life: ediFaturaLife,
  search: ['numero'],
  display: ['numero', 'valor', 'dVencimento'],
  indexes: [['empresa_id', 'numero']],
})

effects(ediFatura, {
  lanca: {
    title: 'a conta a pagar',
    date: 'dhLancamento',
    posts: [{ ledger: 'titulos', when: {}, sums: { valor: 'd.valor' } }],
  },
})

/** What a file says, line by line, and what became of it. */
export const ediLinha = resource({
  name: 'edi_linha',
  paths: ['expedicao/edi_linha', 'edi_linha'],
  title: 'Linha de EDI',
  right: 'edi',
  readOnly: true,
  company: 'own',
  fields: ediLinhaFields,
  search: ['nCTe'],
  display: ['linha', 'tipo', 'nNF'],
  indexes: [
    ['edi_id', 'situacao', 'linha'],
    ['empresa_id', 'tipo', 'CNPJ_cte', 'nCTe'],
  ],
})

/** What carriers told of sales. */
export const vendaRastreio = resource({
  name: 'venda_rastreio',
  paths: ['expedicao/venda_rastreio', 'venda_rastreio'],
  title: 'Rastreio da venda',
  right: 'venda',
  readOnly: true,
  company: 'own',
  fields: vendaRastreioFields,
  search: [],
  display: ['dhOcorrencia', 'texto'],
  unique: [['venda_id', 'codigo', 'dhOcorrencia']],
})

export type Edi = RecordOf<typeof edi>
export type EdiLine = RecordOf<typeof ediLinha>

/** A file goes with its lines, where it moved nothing: no delivery and no account payable. Lines and bytes keep no history: they go in one statement each. Throws 400 `applied`. */
async function removeParts(ctx: Ctx, { id, tipo }: Row): Promise<void> {
  const moved = sql`select 1 from edi_linha where edi_id = ${id} and situacao = ${LINE_DONE} limit 1`
  if (tipo === 'ocoren' && (await rowsOf(ctx, moved)).length > 0)
    throw badRequest('Este arquivo já moveu entregas: não pode ser excluído.', 'applied')
  const invoiceKind: Resource = resourceNamed('edi_fatura')
  const invoices: readonly Row[] = await loadWhere(ctx, invoiceKind, 'edi_id', [Number(id)], { lock: true })
  if (invoices.some((one) => one.dhLancamento !== null))
    throw badRequest('Desfaça antes as contas a pagar das faturas deste arquivo.', 'applied')
  for (const part of [sql`edi_linha`, sql`edi_conteudo`])
    await ctx.db.execute(sql`delete from ${part} where edi_id = ${id}`)
  await deleteRows(ctx, invoiceKind, invoices)
}
