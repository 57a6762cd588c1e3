/** Every action of a resource: importing this file defines them all, before routes are mounted. */
import './cadastros/cashback-mensagem'
import './cadastros/cliente-intencao'
import './cadastros/cliente-whatsapp'
import './cadastros/empresa/webhook/verbs'
import './cadastros/importacao/verbs'
import './cadastros/lgpd/verbs'
import './cadastros/empresa/whatsapp/verbs'
import './comercial/meta/duplica'
import './comercial/venda/cancela'
import './comercial/venda/fatura'
import './comercial/venda/fecha'
import './comercial/venda/libera'
import './comercial/orcamento/verbs'
import './compras/nfe_compra/verbs'
import './compras/pedido_compra/verbs'
import './compras/solicitacao/verbs'
import './producao/ordem_producao/cancela'
import './mrp/planejamento/execute'
import './mrp/planejamento/generate'
import './mrp/planejamento/verbs'
import './estoque/entrada/verbs'
import './estoque/mercadoria-actions'
import './mrp/previsao/add-itens'
import './mrp/previsao/gerar-previsoes'
import './mrp/previsao/grade'
import './mrp/previsao/show-info'
import { watchForEvents } from './cadastros/empresa/webhook/emit'
import { calcSt } from './comercial/calc-st'
import { instalmentActions } from './comercial/instalment-actions'
import { shareActions } from './comercial/shared-actions'

watchForEvents()
for (const kind of ['orcamento', 'venda'] as const) {
  shareActions(kind)
  instalmentActions(kind)
  calcSt(kind)
}
import './expedicao/roteirizacao/ajustes'
import './expedicao/roteirizacao/calcular'
import './expedicao/roteirizacao/gerar-rotas'
import './expedicao/roteirizacao/vendas'
import './expedicao/rota/rota-venda'
import './expedicao/rota/verbs'
