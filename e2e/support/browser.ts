export { chromiumHere, openBrowser } from '@crumbtrail/testing';
