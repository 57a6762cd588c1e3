import { mountUploadXml } from './compras/nfe_compra/upload'
import type { App, Services } from './platform/app'

/** Routes that need no session, beside sign-in. */
export function mountPublic(_app: App, _services: Services): void {}

/** Routes of the areas that are not a resource or an action of one: uploads, searches, the dashboard, prints. */
export function mountAreas(app: App, services: Services): void {
  mountUploadXml(app, services)
}
