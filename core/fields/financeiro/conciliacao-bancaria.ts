import { skeletonOf } from '../../reconciliation/memo'
import { f } from '../field'
import { empresaId } from '../kit'

/** The reconciliation of an account up to a day: lines that wait until then, and the balance that has to be that of the bank. */
export const conciliacaoBancariaFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco').required('Selecione a "Conta Caixa"'),
  dInicio: f.date('De').required(),
  dFim: f.date('Até', { doc: 'As linhas até este dia, também as de antes que restem' }).required(),
  dSaldo: f.date('Saldo do banco em', { doc: 'O do último arquivo até o fim, se vazio' }),
  vSaldoBanco: f.money('Saldo no banco', { doc: 'O que diz o extrato; digitado, onde nenhum arquivo diz' }),
  dSaldoLido: f.date('Saldo conferido em').computed(),
  vSaldoLido: f.money('Saldo conferido', { doc: 'Ao finalizar: o do banco, lido ou digitado' }).computed(),
  vSaldoCaixa: f
    .money('Saldo no caixa', { doc: 'Ao finalizar: o do livro, sem o que o banco tem noutro dia' })
    .computed(),
  vDiferenca: f.money('Diferença').computed(),
}

/** What people learned of lines that say the same: to what account of the plan, or to whom, they belong. */
export const conciliacaoRegraFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco').required('Selecione a "Conta Caixa"'),
  padrao: f
    .text('Histórico', {
      max: 255,
      doc: 'Sem números e datas: linhas que dizem o mesmo',
      normalize: (text) => ({ ok: skeletonOf(text) }),
    })
    .required(),
  sinal: f.choice('Sinal', { '+': 'Entrada', '-': 'Saída' }).required(),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta'),
  centro_resultado_id: f.ref('Centro de resultado', 'centro_resultado'),
  cliente_id: f.ref('Cliente', 'cliente', { doc: 'Quem paga sob este nome' }),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor', { doc: 'A quem se paga sob este nome' }),
  automatica: f.boolean('Age por si', { doc: 'Só com três confirmações, e sem nada parecido' }).default(false),
  ativa: f.boolean('Ativa').default(true),
  dhRemovida: f.datetime('Removida em').computed(),
}
