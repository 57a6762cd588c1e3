import { area } from '../area'
import { catchesUp } from './contingencia/catch-up'
import * as contingencia from './contingencia/contingencia'
import { watchesSefaz } from './contingencia/watch'
import * as inutiliza from './inutilizacao/inutiliza'
import { fiscalFigures } from './figures'
import { watchPaidGuides } from './gnre/follow'
import * as guides from './gnre/gnre'
import * as guidePayable from './gnre/payable'
import * as guidePrint from './gnre/print'
import * as guideProof from './gnre/proof'
import * as guideVerbs from './gnre/verbs'
import { checksKept } from './guarda/check'
import { guardaConferencia, guardaFiscal } from './guarda/guarda-fiscal'
import { makesFile } from './guarda/make'
import { sendsMonthly } from './guarda/monthly'
import { keepingRoutes } from './guarda/routes'
import * as guarda from './guarda/verbs'
import { inutilizacao } from './inutilizacao/inutilizacao'
import * as conferred from './nota/confere'
import * as converted from './nota/convert'
import { reemite } from './nota/reissue'
import { noteFiles } from './nota/files'
import * as letters from './nota/letters'
import { nfe as note, nfeEvento, nfeXml } from './nota/nfe'
import { mailsNote } from './nota/mail'
import { notePersonal } from './nota/personal'
import * as documents from './nota/documents'
import * as verbs from './nota/verbs'
import * as nfseOrders from './nfse/of-order'
import { mailsNfse } from './nfse/mail'
import { acataOficio, watchesOffice } from './nfse/by-office'
import * as nfseByHand from './nfse/by-hand'
import { nfseSistema } from './nfse/city'
import { nfse, nfseEvento, nfseMunicipio, nfseXml } from './nfse/nfse'
import { nfseFiles } from './nfse/files'
import { nfsePersonal } from './nfse/personal'
import { nfseQueues } from './nfse/queues'
import * as nfseTaxes from './nfse/taxes'
import * as nfseVerbs from './nfse/verbs'
import { fiscalQueues } from './queues'
import { comparesOpen } from './mdfe/compare'
import * as manifestFiles from './mdfe/files'
import { mdfe, mdfeEvento, mdfeXml } from './mdfe/mdfe'
import * as openManifests from './mdfe/not-closed'
import * as manifests from './mdfe/verbs'
import * as series from './serie-numero'
import { aplicarNcm } from './tributacao/aplicar-ncm'
import { taxImports } from './tributacao/imports'
import { pendencias } from './tributacao/pendencias'
import { simula } from './tributacao/simula'
import { cofins, icms, ipi, pis } from './tributacao/situacoes'
import { tributacao, tributacaoMva } from './tributacao/tributacao'
import * as reports from './reports'

watchPaidGuides()

export const nfe = area({
  name: 'nfe',
  // The notes come last: the short path of theirs is the beginning of all others here.
  resources: [
    nfeXml,
    nfeEvento,
    inutilizacao,
    contingencia.contingencia,
    guardaFiscal,
    guardaConferencia,
    guides.gnreXml,
    guides.gnreRegra,
    guides.gnre,
    tributacao,
    tributacaoMva,
    icms,
    ipi,
    pis,
    cofins,
    series.serieNumero,
    mdfe,
    mdfeXml,
    mdfeEvento,
    nfseXml,
    nfseEvento,
    nfseMunicipio,
    nfseSistema,
    nfse,
    note,
  ],
  actions: [
    verbs,
    { reemite },
    conferred,
    converted,
    letters,
    ...Object.values(documents),
    inutiliza,
    contingencia,
    guarda,
    manifests,
    guideVerbs,
    guidePayable,
    guidePrint,
    guideProof,
    manifestFiles,
    openManifests,
    series,
    aplicarNcm,
    simula,
    pendencias,
    nfseVerbs,
    nfseTaxes,
    nfseByHand,
    { acataOficio },
    nfseOrders,
  ],
  reports: Object.values(reports),
  jobs: [
    mailsNote,
    mailsNfse,
    comparesOpen,
    watchesOffice,
    watchesSefaz,
    catchesUp,
    makesFile,
    sendsMonthly,
    checksKept,
  ],
  routes: [noteFiles, nfseFiles, ...keepingRoutes],
  imports: taxImports,
  figures: [{ of: [note], read: fiscalFigures }],
  queues: [...fiscalQueues, ...nfseQueues],
  personal: [notePersonal, nfsePersonal],
  roles: {
    biller_manager: 'store show edit manage: nfe mdfe nfse gnre inutilizacao guarda_fiscal serie_numero tributacao',
    financier_manager: 'store show edit manage: nfse',
  },
})
