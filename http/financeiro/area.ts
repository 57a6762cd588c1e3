import { area } from '../area'
import * as settling from './baixa'
import { bancoCnab } from './boleto/banco-cnab'
import { boleto, boletoInstrucao } from './boleto/boleto'
import { collectionPersonal } from './boleto/personal'
import * as boletoMail from './boleto/mail'
import * as boletoPrint from './boleto/print'
import { collectionQueues } from './boleto/queues'
import { remessa, remessaConteudo, remessaTitulo } from './boleto/remessa'
import { retorno, retornoBoleto, retornoConteudo } from './boleto/retorno'
import * as returnVerbs from './boleto/retorno-verbs'
import { returnRoutes } from './boleto/told'
import * as boletoVerbs from './boleto/verbs'
import { banco, caixaLancamento, centroCusto, centroResultado, financeiroFechamento, planoConta } from './caixa'
import * as offsetting from './compensa'
import { contasPagarCompensacao, contasReceberCompensacao } from './compensacao'
import * as consolidating from './consolida'
import { conciliacao, conciliacaoRecebimento, conciliacaoVenda } from './conciliacao/conciliacao'
import { cardQueues } from './conciliacao/queues'
import { cardRoutes } from './conciliacao/told'
import * as cardVerbs from './conciliacao/verbs'
import * as crediting from './credits'
import * as charging from './encargos'
import * as reversing from './estorna'
import * as closing from './fechamento'
import { receivableImport } from './importar'
import * as integrating from './integracao'
import * as lots from './lote'
import * as mailing from './email'
import { titleOnPaper } from './print'
import { documentPrint } from '../relatorios/print'
import * as reading from './le-codigo'
import { avisoPagamento } from './checkout/aviso'
import { linkPagamento } from './checkout/link-pagamento'
import { checkoutPersonal } from './checkout/personal'
import { noticeQueues } from './checkout/queues'
import * as noticeVerbs from './checkout/verbs'
import { noticeRoutes } from './checkout/webhook'
import { cashAhead, openTitles, toCollect, undeposited, unmatched } from './figures'
import { feriado } from './feriado'
import { conciliacaoBancaria, conciliacaoRegra } from './extrato/conciliacao'
import { extratoArquivo, extratoBanco, extratoVinculo } from './extrato/extrato'
import * as batching from './extrato/batch'
import * as matching from './extrato/match-verbs'
import * as proposing from './extrato/propose'
import * as sessionVerbs from './extrato/session-verbs'
import * as lineSettling from './extrato/settle'
import * as sureActing from './extrato/sure'
import { statementRoutes } from './extrato/told'
import * as lineTransfers from './extrato/transfer-verbs'
import { statementQueues } from './extrato/queues'
import * as statementVerbs from './extrato/verbs'
import * as approving from './pagamentos/approve'
import * as choosing from './pagamentos/choose'
import { paymentPersonal } from './pagamentos/personal'
import { paymentQueues } from './pagamentos/queues'
import { remessaPagamento, remessaPagamentoArquivo, remessaPagamentoConta } from './pagamentos/remessa-pagamento'
import { retornoPagamento, retornoPagamentoItem } from './pagamentos/retorno-pagamento'
import * as paymentReturns from './pagamentos/return-verbs'
import * as sendingPayments from './pagamentos/send'
import { paymentRoutes } from './pagamentos/told'
import * as losing from './perda'
import { boletoDda, boletoDdaAlias } from './dda/boleto-dda'
import { ddaPersonal } from './dda/personal'
import { ddaQueues } from './dda/queues'
import { ddaRoutes } from './dda/told'
import * as ddaVerbs from './dda/verbs'
import { titlesPersonal } from './personal'
import * as transmitting from './transmissao/verbs'
import { titleQueues } from './queues'
import { contasPagar, contasPagarRateio, contasReceber, movimentoFinanceiro, pagamento } from './registers'
import { cobrancaContato } from './cobranca/contato'
import * as contacting from './cobranca/contato'
import * as collecting from './cobranca/fila'
import * as result from './dre/dre'
import * as resultRows from './dre/linhas'
import * as projectingDay from './projecao/do-dia'
import * as projecting from './projecao/projecao'
import * as repeating from './repete'
import * as titleReports from './title-reports'
import { contasPagarVencimento, contasReceberVencimento, resultado } from './reports'
import { retencao } from './retencao/retencao'
import * as retaining from './retencao/verbs'
import * as transferring from './transferencia'
// How titles, accounts and entries are written.
// oxlint-disable-next-line import/no-unassigned-import
import './by-hand'

export const financeiro = area({
  name: 'financeiro',
  resources: [
    conciliacao,
    conciliacaoRecebimento,
    conciliacaoVenda,
    pagamento,
    contasReceber,
    contasPagar,
    contasPagarRateio,
    movimentoFinanceiro,
    retencao,
    contasReceberCompensacao,
    contasPagarCompensacao,
    planoConta,
    centroCusto,
    centroResultado,
    banco,
    caixaLancamento,
    financeiroFechamento,
    feriado,
    cobrancaContato,
    linkPagamento,
    avisoPagamento,
    extratoArquivo,
    extratoBanco,
    extratoVinculo,
    conciliacaoBancaria,
    conciliacaoRegra,
    bancoCnab,
    boleto,
    boletoInstrucao,
    remessa,
    remessaConteudo,
    remessaTitulo,
    retorno,
    retornoConteudo,
    retornoBoleto,
    remessaPagamento,
    remessaPagamentoArquivo,
    remessaPagamentoConta,
    retornoPagamento,
    retornoPagamentoItem,
    boletoDda,
    boletoDdaAlias,
  ],
  actions: [
    boletoVerbs,
    boletoMail,
    boletoPrint,
    returnVerbs,
    ddaVerbs,
    cardVerbs,
    settling,
    charging,
    reading,
    lots,
    integrating,
    mailing,
    reversing,
    offsetting,
    consolidating,
    losing,
    repeating,
    transferring,
    closing,
    crediting,
    projecting,
    projectingDay,
    result,
    collecting,
    contacting,
    retaining,
    resultRows,
    noticeVerbs,
    statementVerbs,
    lineSettling,
    batching,
    matching,
    lineTransfers,
    proposing,
    sureActing,
    sessionVerbs,
    choosing,
    approving,
    sendingPayments,
    transmitting,
    paymentReturns,
  ],
  routes: [cardRoutes, noticeRoutes, statementRoutes, receivableImport, returnRoutes, paymentRoutes, ddaRoutes],
  prints: [documentPrint(titleOnPaper)],
  reports: [contasReceberVencimento, contasPagarVencimento, resultado, ...Object.values(titleReports)],
  figures: [
    { of: [contasReceber], read: (ctx) => openTitles(ctx, 'receber') },
    { of: [contasPagar], read: (ctx) => openTitles(ctx, 'pagar') },
    { of: [contasReceber, contasPagar], read: cashAhead },
    { of: [contasReceber], read: toCollect },
    { of: [extratoBanco], read: unmatched },
    { of: [conciliacaoRecebimento], read: undeposited },
  ],
  queues: [
    ...titleQueues,
    ...statementQueues,
    ...noticeQueues,
    ...cardQueues,
    ...collectionQueues,
    ...paymentQueues,
    ...ddaQueues,
  ],
  personal: [titlesPersonal, checkoutPersonal, collectionPersonal, paymentPersonal, ddaPersonal],
  rights: ['importar contas_receber'],
  roles: {
    biller_manager: 'show: contas_receber',
    financier_manager:
      'store show edit manage: contas_receber contas_pagar pagamento fluxo_caixa conta_caixa centro_custos centro_resultados conciliacao_bancaria conciliacao conciliacao_venda banco_cnab remessa_retorno boletos_dda',
    financier1:
      'store show edit: contas_receber contas_pagar fluxo_caixa conciliacao_bancaria conciliacao conciliacao_venda remessa_retorno boletos_dda; show: banco_cnab',
    financier2: 'show: contas_receber contas_pagar fluxo_caixa',
  },
})
