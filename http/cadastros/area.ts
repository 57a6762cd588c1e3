import { area } from '../area'
import * as cashbackMessages from './cashback-mensagem'
import { clienteCashback } from './cliente-cashback'
import * as categories from './cliente-categoria'
import * as intentions from './cliente-intencao'
import * as customerWhatsApp from './cliente-whatsapp'
import { colaborador } from './colaborador'
import { empresa } from './empresa'
import { empresaCertificado } from './empresa/certificado/certificado'
import { empresaTrayPagamento } from './empresa/tray/pagamento'
import { watchForEvents } from './empresa/webhook/emit'
import { webhookEntrega } from './empresa/webhook/entrega'
import * as webhookVerbs from './empresa/webhook/verbs'
import * as whatsAppVerbs from './empresa/whatsapp/verbs'
import { empresaWebhook } from './empresa-webhook'
import { equipeColaborador, equipeVendedor } from './equipe'
import { estado } from './estado'
import { importacao } from './importacao/importacao'
import * as leftOutRows from './importacao/left-out'
import * as importVerbs from './importacao/verbs'
import { peopleImports } from './imports'
import { lgpd } from './lgpd/lgpd'
import { purgeJob } from './lgpd/purge'
import * as lgpdVerbs from './lgpd/verbs'
import { motivoDevolucao } from './motivo-devolucao'
import { motorista } from './motorista'
import { municipio } from './municipio'
import { particularidadeDoCliente, particularidadeDoVeiculo, veiculoParticularidade } from './particularidades'
import { registersPersonal } from './personal'
import { cliente, clienteEndereco, fornecedor, transportadora, vendedor } from './pessoas'
import { registerQueues } from './queues'
import { clientesSemCompra } from './reports'
import { peopleSearches } from './search'
import { cclasstrib, cest, cfop, cst, ncm } from './tabelas-fiscais'
import { tipoEntradaSaida, tipoEntradaSaidaCfop } from './tipo-entrada-saida'
import { registersRoutes } from './told'
import { veiculo } from './veiculo'
import { vendedorComissao } from './vendedor-comissao'

watchForEvents()

export const cadastros = area({
  name: 'cadastros',
  resources: [
    estado,
    municipio,
    empresa,
    empresaWebhook,
    webhookEntrega,
    empresaTrayPagamento,
    empresaCertificado,
    categories.clienteCategoria,
    cliente,
    clienteEndereco,
    intentions.clienteIntencao,
    clienteCashback,
    particularidadeDoCliente,
    fornecedor,
    importacao,
    lgpd,
    transportadora,
    veiculo,
    veiculoParticularidade,
    particularidadeDoVeiculo,
    motorista,
    vendedor,
    vendedorComissao,
    equipeVendedor,
    colaborador,
    equipeColaborador,
    motivoDevolucao,
    tipoEntradaSaida,
    tipoEntradaSaidaCfop,
    ncm,
    cfop,
    cest,
    cst,
    cclasstrib,
  ],
  actions: [
    cashbackMessages,
    categories,
    intentions,
    customerWhatsApp,
    webhookVerbs,
    whatsAppVerbs,
    importVerbs,
    leftOutRows,
    lgpdVerbs,
  ],
  jobs: [purgeJob, importVerbs.conferencia, importVerbs.gravacao, importVerbs.desfazimento],
  routes: registersRoutes,
  reports: [clientesSemCompra],
  imports: peopleImports,
  searches: peopleSearches,
  queues: registerQueues,
  personal: [registersPersonal],
  roles: {
    saller: 'store show edit: cliente; show: vendedor transportadora',
    saller_manager: 'store show edit manage: cliente; show: vendedor transportadora',
    buyer: 'store show edit: fornecedor',
    stokman: 'show: fornecedor',
    stokman_manager: 'store show edit manage: importacao; show: fornecedor',
    biller_manager: 'show: cliente',
    financier_manager: 'show: cliente fornecedor',
    financier1: 'show: cliente fornecedor',
    financier2: 'show: cliente fornecedor',
    operator_manager: 'store show edit manage: cliente fornecedor transportadora importacao',
  },
})
