export * from './needs'
export * from './rights'
export * from './screens'
export * from './sections'
