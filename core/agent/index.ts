export * from './manifest'
export * from './messages'
export * from './paper'
