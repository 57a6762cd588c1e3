import { mountCertificates } from './cadastros/empresa/certificado/upload'
import { mountImports } from './cadastros/importacao/routes'
import { mountLgpd } from './cadastros/lgpd/routes'
import { mountTray } from './cadastros/empresa/tray/routes'
import { mountConsultas } from './cadastros/consultas/routes'
import { mountNcm } from './cadastros/tabelas-fiscais'
import { mountUploadXml } from './compras/nfe_compra/upload'
import { mountBusca } from './busca'
import { mountMap } from './expedicao/map'
import { mountChat } from './chat/routes'
import { mountPainel } from './painel/painel'
import type { App, Services } from './platform/app'
import { mountLauncher } from './relatorios/launcher'
import { mountReports } from './relatorios/routes'
import { mountAnexos } from './sis/anexo/routes'
import { mountGivers } from './sis/givers'
import { mountLogos } from './sis/logo/routes'
import { mountPasswordReset } from './sis/password-reset'
import { mountSignup } from './sis/signup'

/** Routes that need no session, beside sign-in. */
export function mountPublic(app: App, services: Services): void {
  mountPasswordReset(app, services)
  mountSignup(app, services)
}

/** Routes of the areas that are not a resource or an action of one: uploads, searches, the dashboard, prints. */
export function mountAreas(app: App, services: Services): void {
  mountNcm(app, services)
  mountConsultas(app, services)
  mountUploadXml(app, services)
  mountPainel(app, services)
  mountBusca(app, services)
  mountMap(app, services)
  mountReports(app, services)
  mountImports(app, services)
  mountLgpd(app, services)
  mountLauncher(app, services)
  mountAnexos(app, services)
  mountLogos(app, services)
  mountGivers(app, services)
  mountChat(app, services)
  mountCertificates(app, services)
  mountTray(app, services)
}
