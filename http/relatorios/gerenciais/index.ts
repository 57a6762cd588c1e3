import type { Report } from '../report'
import { clientesSemCompra } from './cadastros'
import { listaPrecos, posicaoEstoque } from './estoque'
import { contasPagarVencimento, contasReceberVencimento } from './financeiro'
import { curvaAbc, vendasCliente, vendasMercadoria, vendasPeriodo, vendasVendedor } from './vendas'

/** Every report of the launcher, in the order of its list. A new one is added here, and nowhere else. */
export const reports: readonly Report[] = [
  vendasPeriodo,
  vendasVendedor,
  vendasCliente,
  vendasMercadoria,
  curvaAbc,
  listaPrecos,
  posicaoEstoque,
  contasReceberVencimento,
  contasPagarVencimento,
  clientesSemCompra,
]
