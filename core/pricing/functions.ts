import * as v from 'valibot'
import { requireDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { type Decimal, decimal } from '../money/decimal'
import { checkCommission, commissionOf } from './commission'
import { applyDiscount, discountFraction } from './discount'
import { type Formation, formPrice } from './formation'
import { MONEY, PERCENT, type PricedLine, priceLine } from './line'
import {
  BY_MARGIN,
  BY_MARKUP,
  type MarginReportLine,
  marginOf,
  marginReport,
  priceByMargin,
  priceByMarkup,
} from './margin'
import { AS_IT_COMES, AT_5_CENTS, AT_90, AT_99, endPrice, priceRow } from './price-row'
import { bestPrice } from './promotions'
import { pickTable, step90 } from './tables'
import { priceDocument } from './totals'

const text = v.pipe(v.string(), v.maxLength(200))
const id = v.union([v.number(), text])
const optional = v.nullish(amount)
const decimals = v.nullish(v.number())
const date = v.pipe(text, v.transform(requireDate))
const discountType = v.nullish(v.picklist([PERCENT, MONEY]), MONEY)

const lineEntries = {
  vUnTrib: amount,
  qTrib: amount,
  tp_desconto: v.nullish(v.picklist([PERCENT, MONEY])),
  vDesc: optional,
  vDesc2: optional,
  vDesc3: optional,
  vDesc4: optional,
  vDescValor: optional,
  vDescValor2: optional,
  vDescValor3: optional,
  vDescValor4: optional,
  pIPI: optional,
  decimal_preco: decimals,
  vICMSST: optional,
  vFCPST: optional,
  fatorConversao: optional,
} as const
const lines = v.pipe(v.array(v.object(lineEntries)), v.maxLength(20_000))

const fixed = (value: Decimal): string => value.toFixed(2)

function shownLine(line: PricedLine, priceDecimals: number | null | undefined): Record<string, string | null> {
  return {
    vUnLiquido: line.vUnLiquido.toFixed(priceDecimals ?? 2),
    vBruto: fixed(line.vBruto),
    vProd: fixed(line.vProd),
    vIPI: fixed(line.vIPI),
    vSubtotal: fixed(line.vSubtotal),
    vTotal: fixed(line.vTotal),
    qAuxiliar: line.qAuxiliar === null ? null : line.qAuxiliar.toString(),
  }
}

const lineFunctions = [
  coreFunction({
    name: 'pricing.line',
    summary: 'Calcula uma linha de venda: quatro descontos, IPI, subtotal e total (descontos e IPI em fração).',
    takes:
      '{vUnTrib, qTrib, tp_desconto?: 0|1, vDesc, vDesc2, vDesc3, vDesc4, vDescValor?…, pIPI, decimal_preco?, vICMSST?, vFCPST?, fatorConversao?}',
    gives: '{vUnLiquido, vBruto, vProd, vIPI, vSubtotal, vTotal, qAuxiliar}',
    input: v.object(lineEntries),
    run: (line) => shownLine(priceLine(line), line.decimal_preco),
  }),
  coreFunction({
    name: 'pricing.totals',
    summary: 'Calcula todas as linhas de um documento e os seus totais.',
    takes: '{itens: [linha de pricing.line]}',
    gives: '{itens, vBruto, vDesconto, vProd, vIPI, vICMSST, vFCPST, vSubtotal, vTotal, qItens}',
    input: v.object({ itens: lines }),
    run: ({ itens }) => {
      const { lines: priced, totals } = priceDocument(itens)
      return {
        itens: priced.map((line, index) => shownLine(line, itens[index]?.decimal_preco)),
        vBruto: fixed(totals.vBruto),
        vDesconto: fixed(totals.vDesconto),
        vProd: fixed(totals.vProd),
        vIPI: fixed(totals.vIPI),
        vICMSST: fixed(totals.vICMSST),
        vFCPST: fixed(totals.vFCPST),
        vSubtotal: fixed(totals.vSubtotal),
        vTotal: fixed(totals.vTotal),
        qItens: totals.qItens,
      }
    },
  }),
  coreFunction({
    name: 'pricing.discount',
    summary: 'Converte um desconto digitado (0 percentual, 1 em reais) na fração da linha.',
    takes: '{tp_desconto: 0|1, valor, vSubtotal: mercadorias da linha sem o desconto}',
    gives: '{vDesc}',
    input: v.object({ tp_desconto: discountType, valor: amount, vSubtotal: v.optional(amount, 0) }),
    run: ({ tp_desconto: type, valor, vSubtotal }) => ({
      vDesc: discountFraction(type ?? MONEY, valor, vSubtotal).toString(),
    }),
  }),
  coreFunction({
    name: 'pricing.applyDiscount',
    summary: 'Aplica um desconto às linhas selecionadas; zero remove.',
    takes: '{itens: [linha com id], id_list, tp_desconto: 0|1, vDesc}',
    gives: '{itens: [{id, vDesc, vDescValor, vSubtotal}], vDesconto, removed, message}',
    input: v.object({
      itens: v.pipe(v.array(v.object({ id, ...lineEntries })), v.maxLength(20_000)),
      id_list: v.pipe(v.array(id), v.maxLength(20_000)),
      tp_desconto: discountType,
      vDesc: amount,
    }),
    run: ({ itens, id_list: selected, tp_desconto: type, vDesc }) => {
      const applied = applyDiscount(itens, selected, type ?? MONEY, vDesc)
      return {
        itens: applied.lines.map((line) => ({
          id: line.id,
          vDesc: line.vDesc.toString(),
          vDescValor: line.vDescValor === null ? null : fixed(line.vDescValor),
          vSubtotal: fixed(line.vSubtotal),
        })),
        vDesconto: fixed(applied.vDesconto),
        removed: applied.removed,
        message: applied.message,
      }
    },
  }),
]

const marginFunctions = [
  coreFunction({
    name: 'pricing.margin',
    summary: 'Calcula margem e markup (frações) de um preço sobre um custo.',
    takes: '{preco, custo}',
    gives: '{pMargem, pMarkup}',
    input: v.object({ preco: amount, custo: amount }),
    run: ({ preco, custo }) => {
      const { pMargem, pMarkup } = marginOf(preco, custo)
      return { pMargem: pMargem.toString(), pMarkup: textOrNull(pMarkup) }
    },
  }),
  coreFunction({
    name: 'pricing.price',
    summary: 'Calcula o preço a partir do custo e da margem ou do markup (frações).',
    takes: '{custo, pMargem | pMarkup, tpCalculo?: 0 margem, 1 markup, decimal_preco?}',
    gives: '{preco}',
    input: v.object({
      custo: amount,
      pMargem: optional,
      pMarkup: optional,
      tpCalculo: v.nullish(v.picklist([BY_MARGIN, BY_MARKUP])),
      decimal_preco: decimals,
    }),
    run: ({ custo, pMargem, pMarkup, tpCalculo, decimal_preco: places }) => {
      const byMargin = pMargem !== undefined && pMargem !== null && tpCalculo !== BY_MARKUP
      const byMarkup = pMarkup !== undefined && pMarkup !== null && tpCalculo !== BY_MARGIN
      if (byMargin === byMarkup) {
        throw new CoreError(
          'invalid_input',
          'Informe a margem (pMargem) ou o markup (pMarkup); com os dois, o tpCalculo.',
        )
      }
      const price = byMargin ? priceByMargin(custo, pMargem, places) : priceByMarkup(custo, pMarkup ?? 0, places)
      return { preco: price.toFixed(places ?? 2) }
    },
  }),
  coreFunction({
    name: 'pricing.formation',
    summary:
      'Forma o preço a partir dos custos de aquisição e dos custos variáveis (frações, ou percentuais com unidade).',
    takes:
      '{vCusto, pIPI, vICMSUFDest, vICMSST, vFrete, pComissoes, pCartao, pDAS, pICMS, pPIS, pCOFINS, pIRPJ, pCSLL, pMargem, pOutrosCustos, decimal_preco?, unidade?: fracao|percentual}',
    gives:
      '{tCustosAquisicao, pCustosVariaveis, pOutrosCustos, vPrecoBruto, vPrecoSujerido, vPrecoMinimo, pMarkup, pMargemSujerida}',
    input: v.object({
      vCusto: amount,
      pIPI: optional,
      vICMSUFDest: optional,
      vICMSST: optional,
      vFrete: optional,
      pComissoes: optional,
      pCartao: optional,
      pDAS: optional,
      pICMS: optional,
      pPIS: optional,
      pCOFINS: optional,
      pIRPJ: optional,
      pCSLL: optional,
      pMargem: optional,
      pOutrosCustos: optional,
      decimal_preco: decimals,
      unidade: v.optional(v.picklist(['fracao', 'percentual']), 'fracao'),
    }),
    run: ({ unidade, ...input }) =>
      shownFormation(formPrice(input, unidade === 'fracao' ? 'fraction' : 'percent'), input.decimal_preco ?? 2),
  }),
  coreFunction({
    name: 'pricing.marginReport',
    summary: 'Margem de cada linha vendida e do total.',
    takes: '{itens: [{id, vVenda, qTrib, custo}]}',
    gives: '{itens: [{id, vVenda, vCusto, vLucro, pMargem, pMarkup}], total}',
    input: v.object({
      itens: v.pipe(v.array(v.object({ id, vVenda: amount, qTrib: amount, custo: amount })), v.maxLength(100_000)),
    }),
    run: ({ itens }) => {
      const report = marginReport(itens)
      return { itens: report.lines.map(shownReport), total: shownReport(report.total) }
    },
  }),
]

const tableFunctions = [
  coreFunction({
    name: 'pricing.row',
    summary:
      'Preço, margem e markup de uma tabela seguem um ao outro: o que foi escrito decide os outros (percentuais).',
    takes: '{campo: vUnTrib|pMargem|pMarkup, valor, custo, decimal_preco?}',
    gives: '{vUnTrib, pMargem, pMarkup}; null onde nada segue (margem sem custo)',
    input: v.object({
      campo: v.picklist(['vUnTrib', 'pMargem', 'pMarkup']),
      valor: amount,
      custo: amount,
      decimal_preco: decimals,
    }),
    run: ({ campo, valor, ...basis }) => {
      const row = priceRow(campo, valor, basis)
      return (
        row && { vUnTrib: row.vUnTrib.toString(), pMargem: textOrNull(row.pMargem), pMarkup: textOrNull(row.pMarkup) }
      )
    },
  }),
  coreFunction({
    name: 'pricing.end',
    summary: 'Leva um preço ao mais próximo com o final pedido: 0 como está, 1 em ,90, 2 em ,99, 3 de 5 em 5 centavos.',
    takes: '{preco, arredonda: 0|1|2|3, decimal_preco?}',
    gives: '{preco}',
    input: v.object({
      preco: amount,
      arredonda: v.picklist([AS_IT_COMES, AT_90, AT_99, AT_5_CENTS]),
      decimal_preco: decimals,
    }),
    run: ({ preco, arredonda, decimal_preco: places }) => ({
      preco: endPrice(decimal(preco), arredonda, places).toString(),
    }),
  }),
  coreFunction({
    name: 'pricing.pickTable',
    summary: 'Escolhe a tabela de preço em que o preço líquido se enquadra.',
    takes: '{vUnLiquido, tabelas: [{tabela_preco_id, vUnTrib}]}',
    gives: '{tabela_preco_id, vUnTrib}',
    input: v.object({
      vUnLiquido: amount,
      tabelas: v.pipe(v.array(v.object({ tabela_preco_id: id, vUnTrib: amount })), v.maxLength(10_000)),
    }),
    run: ({ vUnLiquido, tabelas }) => {
      const table = pickTable(vUnLiquido, tabelas)
      return { tabela_preco_id: table.tabela_preco_id, vUnTrib: table.vUnTrib.toString() }
    },
  }),
  coreFunction({
    name: 'pricing.step90',
    summary: 'Sobe ou desce ao próximo preço terminado em ,90.',
    takes: '{preco, direction: up|down}',
    gives: '{preco}',
    input: v.object({ preco: amount, direction: v.picklist(['up', 'down']) }),
    run: ({ preco, direction }) => ({ preco: fixed(step90(preco, direction)) }),
  }),
]

const dependency = v.object({ mercadoria_id: id, tipo: v.optional(v.picklist(['AND', 'OR']), 'AND') })
const promotion = v.object({
  id,
  xNome: v.optional(text),
  ativo: v.optional(v.boolean()),
  prioridade: v.optional(v.number()),
  dInicio: v.nullish(date),
  dFim: v.nullish(date),
  empresa_ids: v.optional(v.pipe(v.array(id), v.maxLength(10_000))),
  tabela_preco_ids: v.optional(v.pipe(v.array(id), v.maxLength(10_000))),
  promocao_mercadoria_list: v.pipe(
    v.array(
      v.object({
        id,
        mercadoria_id: id,
        vUnTrib: optional,
        vDesc: optional,
        qMinima: optional,
        qMaxima: optional,
        dependencia_list: v.optional(v.pipe(v.array(dependency), v.maxLength(1000))),
      }),
    ),
    v.maxLength(20_000),
  ),
})

const ruleFunctions = [
  coreFunction({
    name: 'pricing.promotion',
    summary: 'Diz o melhor preço de uma mercadoria entre as promoções, qual vence e por que as outras não.',
    takes:
      '{mercadoria_id, vUnTrib, qTrib, empresa_id, tabela_preco_id?, date, mercadorias, decimal_preco?, promocoes}',
    gives: '{vUnTrib, promocao_id, promocao_mercadoria_id, motivo, trials}',
    input: v.object({
      mercadoria_id: id,
      vUnTrib: amount,
      qTrib: v.optional(amount, 1),
      empresa_id: id,
      tabela_preco_id: v.nullish(id),
      date,
      mercadorias: v.optional(v.pipe(v.array(id), v.maxLength(20_000)), []),
      decimal_preco: decimals,
      promocoes: v.pipe(v.array(promotion), v.maxLength(10_000)),
    }),
    run: ({ promocoes, ...query }) => {
      const best = bestPrice(query, promocoes)
      const trials = best.trials.map((trial) => ({ ...trial, vUnTrib: textOrNull(trial.vUnTrib) }))
      return { ...best, vUnTrib: best.vUnTrib.toString(), trials }
    },
  }),
  coreFunction({
    name: 'pricing.commission',
    summary: 'Calcula a comissão do vendedor por linha: a da linha, a do cliente ou a geral (percentuais).',
    takes:
      '{itens: [{vBase, pComissao?}], comissoes: [{comissionavel_type?, comissionavel_id?, percentual}], cliente_id?}',
    gives: '{itens: [{percentual, vComissao}], vComissao}',
    input: v.object({
      itens: v.pipe(v.array(v.object({ vBase: amount, pComissao: optional })), v.maxLength(100_000)),
      comissoes: v.pipe(
        v.array(v.object({ comissionavel_type: v.nullish(text), comissionavel_id: v.nullish(id), percentual: amount })),
        v.maxLength(10_000),
      ),
      cliente_id: v.nullish(id),
    }),
    run: ({ itens, comissoes, cliente_id: customer }) => {
      const result = commissionOf(itens, comissoes, customer)
      return {
        itens: result.lines.map((line) => ({
          percentual: line.percentual.toString(),
          vComissao: fixed(line.vComissao),
        })),
        vComissao: fixed(result.vComissao),
      }
    },
  }),
  coreFunction({
    name: 'pricing.checkCommission',
    summary: 'Confere uma comissão de vendedor antes de adicioná-la.',
    takes: '{vendedor_id, comissionavel_type?, comissionavel_id?, percentual}',
    gives: '{ok}',
    input: v.object({
      vendedor_id: v.nullish(id),
      comissionavel_type: v.nullish(text),
      comissionavel_id: v.nullish(id),
      percentual: optional,
    }),
    run: (draft) => {
      checkCommission(draft)
      return { ok: true }
    },
  }),
]

function textOrNull(value: Decimal | null): string | null {
  return value === null ? null : value.toString()
}

function shownReport(line: MarginReportLine): Record<string, string | number | null> {
  return {
    id: line.id,
    vVenda: fixed(line.vVenda),
    vCusto: fixed(line.vCusto),
    vLucro: fixed(line.vLucro),
    pMargem: line.pMargem.toString(),
    pMarkup: textOrNull(line.pMarkup),
  }
}

function shownFormation(formation: Formation, places: number): Record<keyof Formation, string | null> {
  return {
    tCustosAquisicao: formation.tCustosAquisicao.toString(),
    pCustosVariaveis: formation.pCustosVariaveis.toString(),
    pOutrosCustos: formation.pOutrosCustos.toString(),
    vPrecoBruto: formation.vPrecoBruto.toString(),
    vPrecoSujerido: formation.vPrecoSujerido.toFixed(places),
    vPrecoMinimo: formation.vPrecoMinimo.toFixed(places),
    pMarkup: textOrNull(formation.pMarkup),
    pMargemSujerida: formation.pMargemSujerida.toString(),
  }
}

export const pricingFunctions = [...lineFunctions, ...marginFunctions, ...tableFunctions, ...ruleFunctions]
