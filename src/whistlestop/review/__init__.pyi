from whistlestop.review.report import Report as Report
from whistlestop.review.report import final_report as final_report
from whistlestop.review.report import review as review
